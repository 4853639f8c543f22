import { isoDate } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import type { Frequency, SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * pending: signed up, but not confirmed from the mailbox yet. confirmed: gets the newsletter. unsubscribed: no longer
 * wants it. bounced: mail can't be delivered. complained: reported us as spam, and never gets mail from us again.
 */
export type { SubscriberState };

/** An address that was signed up for the newsletter. All of it is private, including its existence. */
@Entity('newsletter_subscribers')
@Check('newsletter_subscribers_state', `state IN ('pending', 'confirmed', 'unsubscribed', 'bounced', 'complained')`)
@Check('newsletter_subscribers_frequency', `frequency IN ('all', 'weekly')`)
export class Subscriber {
  @PrimaryColumn('uuid') id: string = newId();
  /** In canonical form (`emailKey`), and unique. */
  @Column('text') email!: string;
  @Column('text', { default: 'pending' }) state!: SubscriberState;
  @Column('text', { default: 'all' }) frequency!: Frequency;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  /** Time of the latest sign-up. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) signedUpAt!: string;
  /** When the owner of the mailbox consented. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) confirmedAt!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) unsubscribedAt!: string | null;
  /** When a confirmation mail was last due, and the outbox row that requested it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) lastConfirmationAt!:
    string | null;
  @Column('uuid', { nullable: true }) lastConfirmationJob!: string | null;
}

/**
 * Unconfirmed addresses are deleted after 30 days, unsubscribed ones after 90, which is how long the ledger records
 * what was sent there. Complaints are kept, so that we never write again.
 */
export const subscriberRetention: RetentionRule = {
  table: 'newsletter_subscribers',
  when: `(state = 'pending' AND signed_up_at < now() - interval '30 days')
    OR (state = 'unsubscribed' AND coalesce(unsubscribed_at, signed_up_at) < now() - interval '90 days')`,
};
