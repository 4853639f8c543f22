import { time } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import type { Frequency, SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An address signed up for the newsletter; private, including its existence. */
@Entity('newsletter_subscribers')
@Check('newsletter_subscribers_state', `state IN ('pending', 'confirmed', 'unsubscribed', 'bounced', 'complained')`)
@Check('newsletter_subscribers_frequency', `frequency IN ('all', 'weekly')`)
export class Subscriber {
  @PrimaryColumn('uuid') id: string = newId();
  /** In canonical form (`emailKey`), and unique. */
  @Column('text') email!: string;
  /**
   * pending: not confirmed from the mailbox yet. confirmed: gets the newsletter. bounced: mail can't be delivered.
   * complained: reported us as spam; never gets mail again.
   */
  @Column('text', { default: 'pending' }) state!: SubscriberState;
  @Column('text', { default: 'all' }) frequency!: Frequency;
  /** Where an imported address consented; otherwise empty. */
  @Column('text', { default: '' }) consentSource!: string;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  /** Latest sign-up. */
  @Column({ ...time, default: () => 'now()' }) signedUpAt!: string;
  /** When the mailbox's owner consented. */
  @Column({ ...time, nullable: true }) confirmedAt!: string | null;
  @Column({ ...time, nullable: true }) unsubscribedAt!: string | null;
  /** When a confirmation mail was last due, and its outbox row. */
  @Column({ ...time, nullable: true }) lastConfirmationAt!: string | null;
  @Column('uuid', { nullable: true }) lastConfirmationJob!: string | null;
}
