import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3, transformer: isoDate } as const;

/** "confirm" also confirms the channel, once and for a day. Any token changes wishes and ends the subscription. */
export type TokenPurpose = 'confirm' | 'manage';

/** What a message gives to whoever can read it. Only the hash is stored, so that a copy of this table opens nothing. */
@Entity('tokens')
export class ChannelToken {
  /** SHA-256 of the token. The token has 256 random bits, so a plain hash cannot be reversed by trying. */
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('uuid') channelId!: string;
  @Column('text') purpose!: TokenPurpose;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  /** It confirms until then; null for "manage". */
  @Column({ ...time, nullable: true }) expiresAt!: string | null;
  /** When it confirmed. */
  @Column({ ...time, nullable: true }) usedAt!: string | null;
}
