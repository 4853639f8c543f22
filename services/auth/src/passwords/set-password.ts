import { addToOutbox } from '@site/platform/jobs/outbox';
import type { EntityManager } from 'typeorm';
import { endSessions } from '../sessions/end-sessions.js';
import { attemptLimits, clearFailedAttempts } from '../sessions/sign-in-limits.js';

export interface NewPassword {
  personId: string;
  passwordHash: string;
  at: Date;
  /** The hash that the caller has verified or read. */
  insteadOf: string;
}

export const passwordChangedJob = 'send-password-changed';

/**
 * Changes a password, ends all sessions, invalidates reset codes, and notifies the user by email. Returns false,
 * without effect, when the password has changed meanwhile or the user is deleted.
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
  await clearFailedAttempts(manager, personId, attemptLimits.factorCode);
  await addToOutbox(manager, { queue: 'mail', name: passwordChangedJob, payload: { personId } });
  return true;
}

/** Invalidates a user's reset codes and tokens. */
export async function endResets(manager: EntityManager, userId: string, at: Date): Promise<void> {
  await manager.query('UPDATE password_resets SET ended_at = $2 WHERE person_id = $1 AND ended_at IS NULL', [
    userId,
    at,
  ]);
}
