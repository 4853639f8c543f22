import type { EntityManager } from 'typeorm';
import { endSessions } from '../sessions/end-sessions.js';
import { attemptLimits, clearFailedAttempts } from '../sessions/attempt-limits.js';
import { tellOf } from './account-changes.js';
import { endRecoveryCodes } from './recovery-codes.js';
import { SecondFactor } from './second-factor.entity.js';

/** Removes a user's second factors, ends their sessions and notifies them; false, without effect, if there are none. */
export async function removeFactors(manager: EntityManager, personId: string, at: Date): Promise<boolean> {
  const { affected } = await manager.delete(SecondFactor, { personId });
  if (!affected) return false;
  await endRecoveryCodes(manager, personId);
  await endSessions(manager, personId, at);
  await clearFailedAttempts(manager, personId, attemptLimits.factorCode);
  await tellOf(manager, personId, 'factor-reset');
  return true;
}
