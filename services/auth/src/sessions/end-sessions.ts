import { announce } from '@site/platform/data/changes';
import type { EntityManager } from 'typeorm';

type Which = { only: string } | { but: string };

/**
 * Ends a user's sessions and announces each, so that the gateways evict them on commit. Half sessions end as well,
 * unless only one session is meant. Call this after the change that causes it, in its transaction: a concurrent sign-in
 * has then either seen the change, or left its session where this finds it.
 * @param which sessions by their `sessionKey`; all if undefined
 * @returns the number of sessions ended
 */
export async function endSessions(manager: EntityManager, userId: string, at: Date, which?: Which): Promise<number> {
  const only = which && 'only' in which ? which.only : null;
  const but = which && 'but' in which ? which.but : null;
  const [ended] = await manager.query<[{ sid_hash: string }[], number]>(
    `UPDATE sessions SET revoked_at = $2
     WHERE person_id = $1 AND revoked_at IS NULL AND expires_at > $2
       AND ($3::text IS NULL OR sid_hash = $3) AND ($4::text IS NULL OR sid_hash <> $4) RETURNING sid_hash`,
    [userId, at, only, but],
  );
  if (only === null)
    await manager.query('UPDATE half_sessions SET ended_at = $2 WHERE person_id = $1 AND ended_at IS NULL', [
      userId,
      at,
    ]);
  for (const { sid_hash: sidHash } of ended) await announce(manager, 'sessions', sidHash);
  return ended.length;
}
