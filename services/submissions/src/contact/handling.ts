import { isId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { invalid, notFound, type Caller } from '@site/proto/grpc';
import { maxLength } from '@site/proto/fields';
import { In, IsNull, type EntityManager } from 'typeorm';
import { changedMeanwhile } from '../decisions/decisions.js';
import { ContactMessage } from './contact-message.entity.js';

export const unknownMessage = () => notFound('This message does not exist.');

/** Returns the message unless it is in the trash. @throws NOT_FOUND */
export async function findMessage(manager: EntityManager, id: string): Promise<ContactMessage> {
  const message = isId(id) ? await manager.findOneBy(ContactMessage, { id, deletedAt: IsNull() }) : null;
  if (!message) throw unknownMessage();
  return message;
}

/**
 * Marks messages as handled, or as new again. Messages already in that state are unchanged.
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
  // Locks rows in a fixed order, so that concurrent calls can't deadlock.
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

/** @throws INVALID_ARGUMENT unless the text has `least` to 5,000 characters */
export function checkLength(field: string, text: string, least: number): void {
  const { length } = [...text];
  if (length >= least && length <= maxLength.message) return;
  const message = `${field} must have ${least} to ${maxLength.message} characters`;
  throw invalid(message, [{ field, message }]);
}
