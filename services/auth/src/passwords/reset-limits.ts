/**
 * Limits how often a code is emailed, against flooded mailboxes and guesses (at most twenty a day with ten attempts
 * each, worldwide). Unknown addresses are limited alike. The last code works from any network, so a stranger who uses
 * up the limit locks no one out.
 */
import type { EntityManager } from 'typeorm';

const minute = 60_000;
const hour = 60 * minute;

/** Before that, the previous code still works. */
export const emailIntervalMs = minute;

interface Limit {
  column: 'account_hash' | 'address_key';
  network: boolean;
  max: number;
  withinMs: number;
}
const limits: Limit[] = [
  { column: 'account_hash', network: true, max: 3, withinMs: hour },
  { column: 'account_hash', network: false, max: 6, withinMs: hour },
  { column: 'account_hash', network: false, max: 20, withinMs: 24 * hour },
  { column: 'address_key', network: false, max: 10, withinMs: hour },
];
export const resetRetentionHours = 24;

export interface ResetPlace {
  accountHash: string;
  network: string;
  addressKey: string;
}

/**
 * Returns how long until a code may be emailed, in milliseconds; "just now" when one was emailed within the last
 * minute. Locks account and address against concurrent requests.
 */
export async function waitForMail(manager: EntityManager, place: ResetPlace, now: Date): Promise<number | 'just now'> {
  for (const key of [`reset account ${place.accountHash}`, `reset address ${place.addressKey}`]) {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  }
  const [recent] = await manager.query<unknown[]>(
    'SELECT FROM password_resets WHERE account_hash = $1 AND requested_at > $2 LIMIT 1',
    [place.accountHash, new Date(now.getTime() - emailIntervalMs)],
  );
  if (recent) return 'just now';
  let maxWaitMs = 0;
  for (const { column, network, max, withinMs } of limits) {
    const [oldest] = await manager.query<{ requested_at: Date }[]>(
      `SELECT requested_at FROM password_resets
       WHERE ${column} = $1 AND requested_at > $2 AND (NOT $3 OR client_network = $4)
       ORDER BY requested_at DESC OFFSET $5 LIMIT 1`,
      [
        column === 'account_hash' ? place.accountHash : place.addressKey,
        new Date(now.getTime() - withinMs),
        network,
        place.network,
        max - 1,
      ],
    );
    if (oldest) maxWaitMs = Math.max(maxWaitMs, oldest.requested_at.getTime() + withinMs - now.getTime());
  }
  return maxWaitMs;
}
