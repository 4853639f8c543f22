import { isoDate } from '@site/platform/database';
import { newId } from '@site/platform/ids';
import type { Frequency, SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * pending: signed up, not confirmed from the mailbox yet. confirmed: gets the newsletter. unsubscribed: does not want it any
 * more. bounced: mail cannot be delivered. complained: reported us as spam, and is never written to again.
 */
export type { SubscriberState };

/** An address that was signed up for the newsletter. Everything about it is private, its existence included. */
@Entity('newsletter_subscribers')
@Check('newsletter_subscribers_state', `state IN ('pending', 'confirmed', 'unsubscribed', 'bounced', 'complained')`)
@Check('newsletter_subscribers_frequency', `frequency IN ('all', 'weekly')`)
export class Subscriber {
  @PrimaryColumn('uuid') id: string = newId();
  /** As `normaliseEmail` gives it; unique whatever the case of its letters. */
  @Column('text') email!: string;
  @Column('text', { default: 'pending' }) state!: SubscriberState;
  @Column('text', { default: 'all' }) frequency!: Frequency;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  /** The latest sign-up. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) signedUpAt!: string;
  /** When the owner of the mailbox consented. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) confirmedAt!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) unsubscribedAt!: string | null;
  /** When a confirmation mail was last due, and the outbox row that it was due to. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) lastConfirmationAt!:
    string | null;
  @Column('uuid', { nullable: true }) lastConfirmationJob!: string | null;
}

/** The domain of an address is the same in any case (RFC 5321, 2.4); what is before the at sign is left as it was typed. */
export function normaliseEmail(email: string): string {
  const text = email.normalize('NFC');
  const at = text.lastIndexOf('@');
  return text.slice(0, at) + text.slice(at).toLowerCase();
}
