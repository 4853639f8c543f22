/** Emails to users about changes of their second factors or role. */
import { addToOutbox } from '@site/platform/jobs/outbox';
import type { Role } from '@site/domain/roles';
import type { EntityManager } from 'typeorm';
import { endSessions } from '../sessions/end-sessions.js';
import { attemptLimits, clearFailedAttempts } from '../sessions/sign-in-limits.js';
import { endRecoveryCodes } from './recovery-codes.js';
import { SecondFactor } from './factor-entities.js';

export const accountChangedJob = 'send-account-changed';

/** See DescribeAccountChangeResponse. */
export type Change = 'factor-added' | 'factor-removed' | 'factor-reset' | 'recovery-codes' | `made-${Role}`;

/** Notifies by email, in case it was someone else. */
export const tellOf = (manager: EntityManager, userId: string, change: Change) =>
  addToOutbox(manager, { queue: 'mail', name: accountChangedJob, payload: { personId: userId, change } });

/** Removes a user's second factors, ends their sessions and notifies them; false if there are none. */
export async function removeFactors(manager: EntityManager, userId: string, at: Date): Promise<boolean> {
  const { affected } = await manager.delete(SecondFactor, { personId: userId });
  if (!affected) return false;
  await endRecoveryCodes(manager, userId);
  await endSessions(manager, userId, at);
  await clearFailedAttempts(manager, userId, attemptLimits.factorCode);
  await tellOf(manager, userId, 'factor-reset');
  return true;
}
