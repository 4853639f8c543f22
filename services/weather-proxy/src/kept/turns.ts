import { Lease } from '@site/platform/data/lease';
import type { EntityManager } from 'typeorm';

/**
 * Turns to ask a provider, for which the replicas of this service compete. Whoever has one holds it by renewing it, so that
 * another takes over within seconds when it dies.
 */

/** A turn that was not renewed for so long is free again. */
const lease = new Lease({ holder: 'holder', until: 'held_until' }, 6);
/** A turn taken by a clock further ahead than this was taken by a wrong one, and holds nobody up. */
const furthestAheadMs = 60_000;

export interface Wish {
  key: string;
  /** The name of this replica. */
  holder: string;
  /** Milliseconds since 1970 UTC. */
  now: number;
  /** How long ago the last turn must have begun. */
  gapMs: number;
}

/** How long others have to wait at least: while somebody holds the turn, and until the next is due. */
export interface Wait {
  heldForMs: number;
  dueInMs: number;
}

/** Takes the turn: undefined when this replica has it now; else how long to wait. */
export async function takeTurn(manager: EntityManager, { key, holder, now, gapMs }: Wish): Promise<Wait | undefined> {
  const [taken] = await manager.query<unknown[]>(
    `INSERT INTO turns (key, holder, held_until) VALUES ($1, $2, ${lease.end})
     ON CONFLICT (key) DO UPDATE SET ${lease.take('$2')}
     WHERE ${lease.isFree('turns')} AND (turns.asked_at IS NULL OR turns.asked_at <= $3 OR turns.asked_at > $4)
     RETURNING key`,
    [key, holder, new Date(now - gapMs), new Date(now + furthestAheadMs)],
  );
  if (taken) return undefined;
  const [row] = await manager.query<{ held_for_ms: number; asked_at: Date | null }[]>(
    `SELECT ${lease.leftMs('turns')} AS held_for_ms, asked_at
     FROM turns WHERE key = $1`,
    [key],
  );
  const askedAt = row?.asked_at?.getTime() ?? now - gapMs;
  return { heldForMs: row?.held_for_ms ?? 0, dueInMs: Math.max(0, askedAt + gapMs - now) };
}

/**
 * Does the work of a turn that was taken, and then gives the turn back.
 * @returns what the work returns; whatever becomes of the turn, the work is finished
 */
export function inTurn<Result>(
  manager: EntityManager,
  { key, holder, now }: Wish,
  work: () => Promise<Result>,
): Promise<Result> {
  const change = (assignments: string, ...values: unknown[]) =>
    manager.query(`UPDATE turns SET ${assignments} WHERE key = $1 AND ${lease.isHeldBy('$2')}`, [
      key,
      holder,
      ...values,
    ]);
  // Without the database nobody can take it away either.
  return lease
    .during(() => change(lease.renew), work)
    .finally(() => change(`${lease.release}, asked_at = $3`, new Date(now)).catch(() => undefined));
}

/** When the last turn that was given back began, milliseconds since 1970 UTC; undefined when there was none. */
export async function lastTurn(manager: EntityManager, key: string): Promise<number | undefined> {
  const [row] = await manager.query<{ asked_at: Date | null }[]>('SELECT asked_at FROM turns WHERE key = $1', [key]);
  return row?.asked_at?.getTime();
}
