import { isoDate } from '@site/platform/data/database';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Subscriber } from './subscriber.entity.js';

/**
 * A token that authorizes the mailbox's owner; each mail has its own. Every token can unsubscribe and change
 * preferences; that of a confirmation mail can also confirm, once and for a limited time. Only the hash is stored, so
 * that a copy of this table grants no access.
 */
@Entity('newsletter_tokens')
export class MailToken {
  /** Hex SHA-256 of the token. The token is 256 random bits, so a plain hash is safe from brute force. */
  @PrimaryColumn('text') hash!: string;
  @Column('uuid') subscriberId!: string;
  @ManyToOne(() => Subscriber, { onDelete: 'CASCADE' })
  @JoinColumn({ foreignKeyConstraintName: 'newsletter_tokens_subscriber' })
  subscriber!: Subscriber;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  /** Time limit for confirming; null for tokens of other mails. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) confirmsUntil!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) confirmedAt!: string | null;
}

/** Long enough to unsubscribe from an old mail, as RFC 8058 requires. */
export const tokenRetention: RetentionRule = {
  table: 'newsletter_tokens',
  key: 'hash',
  when: `created_at < now() - interval '2 years'`,
  passing: true,
};
