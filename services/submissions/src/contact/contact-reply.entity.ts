import { time } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import type { MessageReply } from '@site/proto/gen/nest/submissions/v1/contact';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A reply to a contact message. Deleted with the message. */
@Entity('contact_replies')
export class ContactReply {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') messageId!: string;
  @Column('text') text!: string;
  @Column('uuid') byId!: string;
  @Column('text') byName!: string;
  /** Outbox row of the job that sends it; has the reason if the job is given up. */
  @Column('uuid') outboxId!: string;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  @Column({ ...time, nullable: true }) sentAt!: string | null;
  /** When the server reported that the mailbox doesn't exist. */
  @Column({ ...time, nullable: true }) bouncedAt!: string | null;
}

/** As JSON in its message's row. */
export interface RepliedText {
  id: string;
  text: string;
  byName: string;
  createdAt: string;
  sentAt: string | null;
  bounced: boolean;
  /** Null while the job may still run, or when it's done. */
  failedReason: string | null;
  /** The job's outbox row no longer exists. */
  forgotten: boolean;
}

/** Returns an SQL expression: the replies to the message in `alias` as JSON, oldest first. */
export const repliesJson = (alias: string) => `(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'id', reply.id, 'text', reply.text, 'byName', reply.by_name, 'createdAt', reply.created_at, 'sentAt', reply.sent_at,
    'bounced', reply.bounced_at IS NOT NULL,
    'failedReason', CASE WHEN job.failed_at IS NOT NULL THEN job.failed_reason END,
    'forgotten', job.id IS NULL) ORDER BY reply.id), '[]')
  FROM contact_replies AS reply LEFT JOIN outbox AS job ON job.id = reply.outbox_id
  WHERE reply.message_id = ${alias}.id)`;

/** Outbox rows of given-up jobs are deleted after 30 days. */
const forgottenReason = "It couldn't be sent.";
const bouncedReason = "This mailbox doesn't exist.";

/** Derives the reply's state: sent, failed with a reason for the moderator, or queued. */
export function replyMessage(reply: RepliedText): MessageReply {
  const { id, text, byName, createdAt, sentAt, bounced, failedReason, forgotten } = reply;
  const reason = sentAt ? '' : bounced ? bouncedReason : (failedReason ?? (forgotten ? forgottenReason : ''));
  return {
    id,
    text,
    byName,
    createdAt: inUtc(createdAt),
    reason,
    state: sentAt ? 'sent' : reason ? 'failed' : 'queued',
    sentAt: sentAt ? inUtc(sentAt) : undefined,
  };
}

/** Converts a time from Postgres' JSON. */
export const inUtc = (time: string) => new Date(time).toISOString();
