import type { EntityManager } from 'typeorm';

/** A turn taken by a clock further ahead than this was taken by a wrong one, and holds nobody up. */
const furthestAheadMs = 60_000;

/**
 * Takes the turn to ask a provider, for which the replicas of this service compete.
 * @param gapMs how long ago the last turn must have been
 * @returns false when another replica had its turn within that time
 */
export async function takeTurn(
  manager: EntityManager,
  key: string,
  { now, gapMs }: { now: number; gapMs: number },
): Promise<boolean> {
  const [taken] = await manager.query<{ key: string }[]>(
    `INSERT INTO last_good (key, body, fetched_at) VALUES ($1, '{}', $2)
     ON CONFLICT (key) DO UPDATE SET fetched_at = excluded.fetched_at
     WHERE last_good.fetched_at <= $3 OR last_good.fetched_at > $4
     RETURNING key`,
    [`turn/${key}`, new Date(now), new Date(now - gapMs), new Date(now + furthestAheadMs)],
  );
  return taken !== undefined;
}
