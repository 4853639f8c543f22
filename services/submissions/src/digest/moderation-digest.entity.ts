import { isoDate } from '@site/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a reviewer was last sent the digest of what waits. */
@Entity('moderation_digests')
export class ModerationDigest {
  @PrimaryColumn('uuid') reviewerId!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) askedAt!: string;
}
