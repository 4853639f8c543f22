import { announce } from '@site/platform/data/changes';
import type { EntityManager } from 'typeorm';

/**
 * Ends every session of a person and announces each, so that the gateways forget them on commit. To be called in the
 * transaction of the change that is its reason, after it: a simultaneous sign-in has then either seen the change, or left
 * its session where this finds it.
 */
export async function endSessions(manager: EntityManager, personId: string, at: Date): Promise<void> {
  const [ended] = await manager.query<[{ sid_hash: string }[], number]>(
    `UPDATE sessions SET revoked_at = $2
     WHERE person_id = $1 AND revoked_at IS NULL AND expires_at > $2 RETURNING sid_hash`,
    [personId, at],
  );
  for (const { sid_hash: sidHash } of ended) await announce(manager, 'sessions', sidHash);
}
