import { unprocessable } from '@site/proto/grpc';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import type { EntityManager } from 'typeorm';

const keyedForSeconds = 24 * 3_600;
const unkeyedForSeconds = 60;

/**
 * Runs `work` once per claim, in the manager's transaction; later calls get the first response. With an idempotency key
 * it is kept for 24 hours; without one, the same content within 60 seconds counts as a double click. Concurrent calls
 * wait.
 * @param scope the operation; keys of different operations are independent
 * @throws FAILED_PRECONDITION when the key was used with different content
 */
export async function once<Result extends object>(
  manager: EntityManager,
  scope: string,
  claim: IdempotencyClaim,
  work: () => Promise<Result>,
): Promise<{ response: Result; replayed: boolean }> {
  // Sorted, so that two calls can't deadlock.
  for (const key of Object.values(keysOf(claim)).sort())
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${scope}|${key}`]);
  const earlier = await findEarlierResult<Result>(manager, scope, claim);
  if (earlier) return { response: earlier, replayed: true };
  const result = await work();
  for (const key of Object.values(keysOf(claim))) await store(manager, { scope, key, claim, response: result });
  return { response: result, replayed: false };
}

/**
 * Returns a claim's record keys. A visitor's key is private: other networks don't get its response and can't tell that
 * it is taken. But a phone may change networks between attempts, so the same key with the same content matches
 * `anywhere`.
 */
export const keysOf = ({ key, fingerprint, owner }: IdempotencyClaim): { own: string; anywhere?: string } => {
  if (key === undefined) return { own: `content:${fingerprint}` };
  return owner === undefined ? { own: `key:${key}` } : { own: `own:${owner}`, anywhere: `key:${key}` };
};
/** Returns how long a claim's response is stored, in seconds. */
export const getRetentionSeconds = (claim: IdempotencyClaim) =>
  claim.key === undefined ? unkeyedForSeconds : keyedForSeconds;

type Database = Pick<EntityManager, 'query'>;

const store = (
  database: Database,
  { scope, key, claim, response: result }: { scope: string; key: string; claim: IdempotencyClaim; response: object },
) =>
  database.query(
    `INSERT INTO idempotency (scope, key, fingerprint, response, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
     ON CONFLICT (scope, key) DO UPDATE SET fingerprint = $3, response = $4, expires_at = now() + make_interval(secs => $5)`,
    [scope, key, claim.fingerprint, JSON.stringify(result), getRetentionSeconds(claim)],
  );

/**
 * Returns the first response to a claim.
 * @throws FAILED_PRECONDITION when its key was used with different content
 */
export async function findEarlierResult<Result extends object>(
  database: Database,
  scope: string,
  claim: IdempotencyClaim,
): Promise<Result | undefined> {
  const { own: ownerKey, anywhere } = keysOf(claim);
  const existing = await database.query<{ key: string; fingerprint: string; response: Result }[]>(
    'SELECT key, fingerprint, response FROM idempotency WHERE scope = $1 AND key = ANY($2) AND expires_at > now()',
    [scope, [ownerKey, anywhere]],
  );
  const owned = existing.find(({ key }) => key === ownerKey);
  if (owned && owned.fingerprint !== claim.fingerprint)
    throw unprocessable('This Idempotency-Key was already used for another submission.');
  const moved = existing.find(({ key, fingerprint }) => key === anywhere && fingerprint === claim.fingerprint);
  // Also remember it for this network.
  if (moved) await store(database, { scope, key: ownerKey, claim, response: moved.response });
  return (moved ?? owned)?.response;
}
