import { isoDate } from '@site/platform/data/database';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When the digest of pending submissions was last requested for a reviewer. */
@Entity('moderation_digests')
export class ModerationDigest {
  @PrimaryColumn('uuid') reviewerId!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) askedAt!: string;
}

export const digestRetention: RetentionRule = {
  table: 'moderation_digests',
  key: 'reviewer_id',
  when: `asked_at < now() - interval '90 days'`,
  passing: true,
};
