/** Moderators' actions on contact messages: state, assignment, note, reply. */
import { isId, newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { once } from '@site/platform/data/idempotency';
import { changedMeanwhile } from '@site/platform/data/versions';
import { addToOutbox } from '@site/platform/jobs/outbox';
import { maxLength } from '@site/proto/fields';
import type { AssignMessageRequest, ReplyToMessageRequest } from '@site/proto/gen/nest/submissions/v1/contact';
import { invalid, invalidField, notFound, unprocessable, type Caller } from '@site/proto/grpc';
import { maxReplies } from '@site/proto/submissions/v1/contact.schema';
import { In, IsNull, type EntityManager } from 'typeorm';
import { ContactMessage } from './contact-message.entity.js';
import { ContactReply } from './contact-reply.entity.js';

export const unknownMessage = () => notFound('This message does not exist.');

/** @throws NOT_FOUND, also for a message in the trash */
export async function findMessage(manager: EntityManager, id: string): Promise<ContactMessage> {
  const message = isId(id) ? await manager.findOneBy(ContactMessage, { id, deletedAt: IsNull() }) : null;
  if (!message) throw unknownMessage();
  return message;
}

/**
 * Marks messages as handled, or as new again.
 * @returns the current rows of all that exist, by id
 */
export async function setStates(
  manager: EntityManager,
  ids: string[],
  handled: boolean,
  caller: Caller,
): Promise<Map<string, ContactMessage>> {
  const values = handled
    ? 'handled_at = now(), handled_by = $2::uuid, handled_by_name = $3'
    : `handled_at = NULL, handled_by = NULL, handled_by_name = ''`;
  // Locks rows in a fixed order against deadlocks.
  const [changed] = await manager.query<[{ id: string; name: string }[], number]>(
    `UPDATE contact_messages SET ${values}
     WHERE id IN (SELECT id FROM contact_messages
       WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL AND handled_at IS ${handled ? '' : 'NOT '}NULL
       ORDER BY id FOR UPDATE)
     RETURNING id, name`,
    handled ? [ids, caller.id, caller.name] : [ids],
  );
  for (const { id, name } of changed)
    await audit(manager, caller, handled ? 'contact.handle' : 'contact.reopen', id, name);
  const rows = await manager.findBy(ContactMessage, { id: In(ids), deletedAt: IsNull() });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Assigns the message, or ends its assignment. @throws NOT_FOUND, INVALID_ARGUMENT */
export async function assign(
  manager: EntityManager,
  { id, assigneeId, assigneeName = '' }: AssignMessageRequest,
  caller: Caller,
): Promise<void> {
  if (assigneeId !== undefined && !(isId(assigneeId) && assigneeName))
    throw invalidField('assignee_id', 'assignee_id and assignee_name must name a user');
  if (!isId(id)) throw unknownMessage();
  const [[changed]] = await manager.query<[{ name: string }[], number]>(
    `UPDATE contact_messages SET assigned_to = $2, assigned_to_name = $3
     WHERE id = $1 AND deleted_at IS NULL AND assigned_to IS DISTINCT FROM $2::uuid RETURNING name`,
    [id, assigneeId ?? null, assigneeName],
  );
  if (changed) await audit(manager, caller, 'contact.assign', id, changed.name, assigneeName);
}

/** Replaces the note. @throws NOT_FOUND, INVALID_ARGUMENT when it is too long, ABORTED when someone else changed it */
export async function updateNote(
  manager: EntityManager,
  { id, note, expectedVersion }: { id: string; note: string; expectedVersion?: number | undefined },
  caller: Caller,
): Promise<void> {
  checkLength('note', note, 0);
  if (!isId(id)) throw unknownMessage();
  const [[changed]] = await manager.query<[{ name: string }[], number]>(
    `UPDATE contact_messages SET note = $2, version = version + 1
     WHERE id = $1 AND deleted_at IS NULL AND version = coalesce($3, version) RETURNING name`,
    [id, note, expectedVersion ?? null],
  );
  if (changed) return audit(manager, caller, 'contact.note', id, changed.name);
  await findMessage(manager, id);
  throw changedMeanwhile();
}

/** @throws INVALID_ARGUMENT unless the text has `minLength` to 5,000 characters */
function checkLength(field: string, text: string, minLength: number): void {
  const { length } = [...text];
  if (length >= minLength && length <= maxLength.message) return;
  throw invalidField(field, `${field} must have ${minLength} to ${maxLength.message} characters`);
}

/** Job "send-reply" of the queue "mail", payload `{ replyId }`. */
export const sendReplyJob = 'send-reply';

/** Stores the reply and its job, once per claim, and marks the message as handled. */
export async function reply(
  manager: EntityManager,
  { id: messageId, text, idempotency }: ReplyToMessageRequest,
  caller: Caller,
): Promise<void> {
  if (!idempotency) throw invalid('The idempotency claim is missing.');
  checkLength('text', text, 1);
  if (!isId(messageId)) throw unknownMessage();
  await once(manager, 'contact.reply', idempotency, async () => {
    // Locked, so that concurrent replies are counted correctly.
    const [message] = await manager.query<{ name: string }[]>(
      'SELECT name FROM contact_messages WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
      [messageId],
    );
    if (!message) throw unknownMessage();
    if ((await manager.countBy(ContactReply, { messageId })) >= maxReplies)
      throw unprocessable(`This message already has ${maxReplies} replies. Continue the conversation by email.`);
    const id = newId();
    const outboxId = await addToOutbox(manager, { queue: 'mail', name: sendReplyJob, payload: { replyId: id } });
    const { id: byId, name: byName } = caller;
    await manager.insert(ContactReply, { id, messageId, text, byId, byName, outboxId });
    await audit(manager, caller, 'contact.reply', messageId, message.name);
    await setStates(manager, [messageId], true, caller);
    return { id };
  });
}
