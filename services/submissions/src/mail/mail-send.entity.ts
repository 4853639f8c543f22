import { isoDate } from '@site/platform/data/database';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The ledger of single-recipient mails, written before a mail is sent and again when the server has accepted it.
 * sending: a process is working on it until the lease ends; waiting: it wasn't sent; dropped: there was nothing to
 * send, or it can't be sent.
 */
@Entity('mail_sends')
@Check('mail_sends_state', `state IN ('sending', 'waiting', 'sent', 'dropped')`)
export class MailSend {
  /** The id of the outbox row that requested the mail, and the local part of its Message-ID. */
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: string;
  @Column('text') state!: 'sending' | 'waiting' | 'sent' | 'dropped';
  @Column({ type: 'timestamptz', precision: 3, transformer: isoDate }) leasedUntil!: string;
  @Column('integer', { default: 1 }) tries!: number;
  /** Number of retries after an attempt that may have sent the mail. */
  @Column('integer', { default: 0 }) maybeRepeated!: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
}

/** Kept while the mail may still be sent or someone may ask about it. */
export const mailRetention: RetentionRule = {
  table: 'mail_sends',
  when: `created_at < now() - interval '30 days'`,
  passing: true,
};
