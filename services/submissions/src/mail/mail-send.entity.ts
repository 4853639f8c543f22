import { isoDate } from '@site/platform/database';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The ledger of mails to one reader: written before a mail goes out and again when it was taken. sending: somebody is at
 * it until the lease ends; waiting: it did not go out; sent; dropped: there was nothing to send, or it cannot be sent.
 */
@Entity('mail_sends')
@Check('mail_sends_state', `state IN ('sending', 'waiting', 'sent', 'dropped')`)
export class MailSend {
  /** That of the outbox row that asked for the mail, and the local part of its Message-ID. */
  @PrimaryColumn('uuid') id!: string;
  /** Name of the job. */
  @Column('text') kind!: string;
  @Column('text') state!: 'sending' | 'waiting' | 'sent' | 'dropped';
  @Column({ type: 'timestamptz', precision: 3, transformer: isoDate }) leasedUntil!: string;
  @Column('integer', { default: 1 }) tries!: number;
  /** How often it was sent again without knowing whether it had gone out before. */
  @Column('integer', { default: 0 }) maybeRepeated!: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
}
