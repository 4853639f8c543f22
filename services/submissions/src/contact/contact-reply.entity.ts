import { isoDate } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import type { MessageReply } from '@site/proto/gen/nest/submissions/v1/contact';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What somebody answered to a message. It goes with its message. */
@Entity('contact_replies')
export class ContactReply {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') messageId!: string;
  @Column('text') text!: string;
  @Column('uuid') byId!: string;
  @Column('text') byName!: string;
  /** The job that sends it; its failure, if it is given up, stands there. */
  @Column('uuid') outboxId!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  /** When the mail server took it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) sentAt!: string | null;
  /** When the mail server said that there is no such mailbox. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) bouncedAt!: string | null;
}

/** A reply as it stands in the row of its message. */
export interface RepliedText {
  id: string;
  text: string;
  byName: string;
  createdAt: string;
  sentAt: string | null;
  bounced: boolean;
  /** Why the job was given up; null while it may still run, or is done. */
  failedReason: string | null;
  /** There is no such job any more. */
  forgotten: boolean;
}

/** An SQL expression: the replies to the message in `alias`, oldest first, as JSON. */
export const repliesJson = (alias: string) => `(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'id', reply.id, 'text', reply.text, 'byName', reply.by_name, 'createdAt', reply.created_at, 'sentAt', reply.sent_at,
    'bounced', reply.bounced_at IS NOT NULL,
    'failedReason', CASE WHEN job.failed_at IS NOT NULL THEN job.failed_reason END,
    'forgotten', job.id IS NULL) ORDER BY reply.id), '[]')
  FROM contact_replies AS reply LEFT JOIN outbox AS job ON job.id = reply.outbox_id
  WHERE reply.message_id = ${alias}.id)`;

/** Given-up jobs are kept for 30 days. */
const forgottenReason = 'It was given up.';
const bouncedReason = 'There is no such mailbox.';

/** What signed-in people read of it. */
export function replyMessage(reply: RepliedText): MessageReply {
  const { id, text, byName, createdAt, sentAt, bounced, failedReason, forgotten } = reply;
  const reason = sentAt ? '' : bounced ? bouncedReason : (failedReason ?? (forgotten ? forgottenReason : ''));
  return {
    ...{ id, text, byName, createdAt: inUtc(createdAt), reason },
    state: sentAt ? 'sent' : reason ? 'failed' : 'queued',
    sentAt: sentAt ? inUtc(sentAt) : undefined,
  };
}

/** Times inside JSON come as the database writes them. */
export const inUtc = (time: string) => new Date(time).toISOString();
