import { isoDate } from '@site/platform/data/database';
import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { Column, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3, transformer: isoDate } as const;

/**
 * "confirm": asks the owner to confirm. "manage": sends the link to the preferences, because a confirmed channel was
 * signed up again. "still-there": checks that the channel still works after a long silence.
 */
export type ConfirmationPurpose = 'confirm' | 'manage' | 'still-there';

/**
 * An unanswered confirmation. It also stores the sign-up's preferences, so that signing up someone else's address
 * changes nothing for them. The newest sign-up counts.
 */
@Entity('confirmations')
export class Confirmation {
  @PrimaryColumn('uuid') channelId!: string;
  @Column('text') purpose!: ConfirmationPurpose;
  /** Null unless the purpose is "confirm". */
  @Column('jsonb', { nullable: true }) wishes!: Wishes | null;
  /** Of the browser that signed up, sealed by `AddressSeal` for the channel. */
  @Column('bytea', { nullable: true }) keysSealed!: Buffer | null;
  @Column('text', { default: '' }) consentVersion!: string;
  @Column('text', { default: '' }) network!: string;
  /** Pseudonym of the client's address, for rate limits on sign-ups. */
  @Column('text', { default: '' }) client!: string;
  @Column({ ...time, default: () => 'now()' }) askedAt!: string;
  /** When to send or resend the message; null if nothing is due. */
  @Column({ ...time, nullable: true }) dueAt!: string | null;
  @Column('smallint', { default: 0 }) tries!: number;
  @Column({ ...time, nullable: true }) lastSentAt!: string | null;
}
