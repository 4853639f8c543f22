import { isoDate } from '@site/platform/database';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Subscriber } from './subscriber.entity.js';

/**
 * The key that a mail gives to whoever can read the mailbox: every mail carries one of its own. Any of them unsubscribes and
 * changes preferences; that of a confirmation mail also confirms, for a while and once. Only the hash is stored, so that a
 * copy of this table opens nothing.
 */
@Entity('newsletter_tokens')
export class MailToken {
  /** Hex SHA-256 of the token. The token is 256 random bits, so a plain hash cannot be searched through. */
  @PrimaryColumn('text') hash!: string;
  @Column('uuid') subscriberId!: string;
  @ManyToOne(() => Subscriber, { onDelete: 'CASCADE' })
  @JoinColumn({ foreignKeyConstraintName: 'newsletter_tokens_subscriber' })
  subscriber!: Subscriber;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  /** Until when it confirms; null for the token of any other mail. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) confirmsUntil!: string | null;
  /** When it confirmed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) confirmedAt!: string | null;
}
