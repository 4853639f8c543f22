import { isoDate } from '@site/platform/data/database';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Subscriber } from './subscriber.entity.js';

/**
 * The key that a mail gives to whoever can read the mailbox; every mail has its own. Any key unsubscribes and changes
 * preferences; that of a confirmation mail also confirms, once and for a limited time. Only the hash is stored, so that a copy
 * of this table opens nothing.
 */
@Entity('newsletter_tokens')
export class MailToken {
  /** Hex SHA-256 of the token. The token is 256 random bits, so a plain hash cannot be reversed by trying. */
  @PrimaryColumn('text') hash!: string;
  @Column('uuid') subscriberId!: string;
  @ManyToOne(() => Subscriber, { onDelete: 'CASCADE' })
  @JoinColumn({ foreignKeyConstraintName: 'newsletter_tokens_subscriber' })
  subscriber!: Subscriber;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  /** It confirms until then; null for the token of any other mail. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) confirmsUntil!: string | null;
  /** When it was used to confirm. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) confirmedAt!: string | null;
}

/** Long enough to unsubscribe by an old mail, as RFC 8058 demands. */
export const tokenRetention: RetentionRule = {
  table: 'newsletter_tokens',
  key: 'hash',
  when: `created_at < now() - interval '2 years'`,
  passing: true,
};
