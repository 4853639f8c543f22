import { isoDate } from '@site/platform/data/database';
import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { Column, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3, transformer: isoDate } as const;

/**
 * "confirm": whether its owner wants this. "manage": it was signed up although it is confirmed, and gets the link to its choices.
 * "still-there": whether it still works, after a long silence.
 */
export type ConfirmationPurpose = 'confirm' | 'manage' | 'still-there';

/**
 * What a channel has been asked and has not answered. What a sign-up wants waits here, too, so that a stranger's sign-up with
 * somebody's address changes nothing for them. The newest sign-up counts.
 */
@Entity('confirmations')
export class Confirmation {
  @PrimaryColumn('uuid') channelId!: string;
  @Column('text') purpose!: ConfirmationPurpose;
  /** Null unless it is to confirm. */
  @Column('jsonb', { nullable: true }) wishes!: Wishes | null;
  /** Of the browser that signed up, by `AddressSeal` for the channel. */
  @Column('bytea', { nullable: true }) keysSealed!: Buffer | null;
  @Column('text', { default: '' }) consentVersion!: string;
  @Column('text', { default: '' }) network!: string;
  /** Stands for the client's address; by it, sign-ups are limited. */
  @Column('text', { default: '' }) client!: string;
  @Column({ ...time, default: () => 'now()' }) askedAt!: string;
  /** When the message is to be sent, or sent again; null when nothing is due. */
  @Column({ ...time, nullable: true }) dueAt!: string | null;
  @Column('smallint', { default: 0 }) tries!: number;
  @Column({ ...time, nullable: true }) lastSentAt!: string | null;
}
