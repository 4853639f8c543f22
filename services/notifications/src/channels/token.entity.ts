import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3, transformer: isoDate } as const;

/**
 * "confirm" tokens also confirm the channel, once and within a day. Any token changes preferences and ends the
 * subscription.
 */
export type TokenPurpose = 'confirm' | 'manage';

/** A token in a message. Only its hash is stored, so that a copy of this table is useless. */
@Entity('tokens')
export class ChannelToken {
  /** SHA-256. The token has 256 random bits, so a plain hash can't be brute-forced. */
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('uuid') channelId!: string;
  @Column('text') purpose!: TokenPurpose;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  /** End of its validity for confirming; null for "manage". */
  @Column({ ...time, nullable: true }) expiresAt!: string | null;
  /** When it was used to confirm. */
  @Column({ ...time, nullable: true }) usedAt!: string | null;
}
