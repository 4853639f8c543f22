import { addToOutbox } from '@site/platform/outbox';
import type { EntityManager } from 'typeorm';
import { endSessions } from '../sessions/end-sessions.js';

export interface NewPassword {
  personId: string;
  passwordHash: string;
  at: Date;
  /** Only while the password is still this one: it was checked, or the caller saw it. */
  insteadOf: string;
}

/** The job that tells a person by mail; asked for with the person's id alone. */
export const passwordChangedJob = 'send-password-changed';

/**
 * Gives a person another password, ends all their sessions, makes codes on their way useless and has them told by mail: whoever
 * did not do it has to hear of it. False, without any effect, when the password changed meanwhile or the person was deleted.
 */
export async function setPassword(manager: EntityManager, password: NewPassword): Promise<boolean> {
  const { personId, passwordHash, at, insteadOf } = password;
  const [, changed] = await manager.query<[unknown, number]>(
    `UPDATE people SET password_hash = $2, updated_at = $3
     WHERE id = $1 AND password_hash = $4 AND deleted_at IS NULL`,
    [personId, passwordHash, at, insteadOf],
  );
  if (changed === 0) return false;
  await endSessions(manager, personId, at);
  await endResets(manager, personId, at);
  await addToOutbox(manager, { queue: 'newsletter', name: passwordChangedJob, payload: { personId } });
  return true;
}

/** Makes the codes and tokens of a person useless. */
export async function endResets(manager: EntityManager, personId: string, at: Date): Promise<void> {
  await manager.query('UPDATE password_resets SET ended_at = $2 WHERE person_id = $1 AND ended_at IS NULL', [
    personId,
    at,
  ]);
}
