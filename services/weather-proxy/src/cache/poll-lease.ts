/** Leases on polling a provider, which another replica takes over within seconds of a crash. */
import { Lease } from '@site/platform/data/lease';
import type { EntityManager } from 'typeorm';

/** In seconds. */
const lease = new Lease({ holder: 'holder', until: 'held_until' }, 6);
/** Ignores leases dated further ahead by a wrong clock. */
const maxClockSkewMs = 60_000;

export interface LeaseRequest {
  key: string;
  holder: string;
  /** Milliseconds since 1970 UTC. */
  now: number;
  /** Minimum time since the last poll began. */
  gapMs: number;
}

/** Until the lease expires, and until the next poll is due. */
export interface LeaseWait {
  leaseLeftMs: number;
  dueInMs: number;
}

/** Returns undefined on success, else how long to wait. */
export async function acquireLease(
  manager: EntityManager,
  { key, holder, now, gapMs }: LeaseRequest,
): Promise<LeaseWait | undefined> {
  const [taken] = await manager.query<unknown[]>(
    `INSERT INTO poll_leases (key, holder, held_until) VALUES ($1, $2, ${lease.end})
     ON CONFLICT (key) DO UPDATE SET ${lease.take('$2')}
     WHERE ${lease.isFree('poll_leases')} AND (poll_leases.requested_at IS NULL OR poll_leases.requested_at <= $3 OR poll_leases.requested_at > $4)
     RETURNING key`,
    [key, holder, new Date(now - gapMs), new Date(now + maxClockSkewMs)],
  );
  if (taken) return undefined;
  const [row] = await manager.query<{ held_for_ms: number; requested_at: Date | null }[]>(
    `SELECT ${lease.leftMs('poll_leases')} AS held_for_ms, requested_at
     FROM poll_leases WHERE key = $1`,
    [key],
  );
  const requestedAt = row?.requested_at?.getTime() ?? now - gapMs;
  return { leaseLeftMs: row?.held_for_ms ?? 0, dueInMs: Math.max(0, requestedAt + gapMs - now) };
}

/**
 * Works under an acquired lease, then releases it.
 * @returns the result of the work, which continues if the lease is lost
 */
export function underLease<Result>(
  manager: EntityManager,
  { key, holder, now }: LeaseRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const change = (assignments: string, ...values: unknown[]) =>
    manager.query(`UPDATE poll_leases SET ${assignments} WHERE key = $1 AND ${lease.isOwnedBy('$2')}`, [
      key,
      holder,
      ...values,
    ]);
  // Without the database no other replica acquires the lease.
  return lease
    .during(() => change(lease.renew), work)
    .finally(() => change(`${lease.release}, requested_at = $3`, new Date(now)).catch(() => undefined));
}

/** Returns when the last completed poll began, milliseconds since 1970 UTC. */
export async function lastPolledAt(manager: EntityManager, key: string): Promise<number | undefined> {
  const [row] = await manager.query<{ requested_at: Date | null }[]>(
    'SELECT requested_at FROM poll_leases WHERE key = $1',
    [key],
  );
  return row?.requested_at?.getTime();
}
