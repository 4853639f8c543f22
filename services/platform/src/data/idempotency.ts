import { unavailable, unprocessable } from '@site/proto/grpc';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import { preparedRow } from './database.js';
import { Column, Entity, PrimaryColumn, type DataSource, type EntityManager } from 'typeorm';

/**
 * Answers of earlier submissions. With a key the answer is kept for 24 hours; without one, the same content within 60
 * seconds counts as the same submission (a double click).
 */
@Entity('idempotency')
export class IdempotencyRecord {
  @PrimaryColumn('text') scope!: string;
  @PrimaryColumn('text') key!: string;
  @Column('text') fingerprint!: string;
  @Column('jsonb') answer!: unknown;
  @Column('timestamptz') expiresAt!: Date;
}

const keyedForSeconds = 24 * 3_600;
const unkeyedForSeconds = 60;

/**
 * Runs `work` once per claim, in the manager's transaction; later calls get the first answer. Of two calls at once, the second
 * waits for the first on an advisory lock.
 * @param scope the operation: the same key means nothing to another one
 * @throws FAILED_PRECONDITION when the key was used with different content
 */
export async function once<Answer extends object>(
  manager: EntityManager,
  scope: string,
  claim: IdempotencyClaim,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const key = keyOf(claim);
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${scope}|${key}`]);
  const earlier = await earlierAnswer<Answer>(manager, scope, claim);
  if (earlier) return { answer: earlier, replayed: true };
  const answer = await work();
  await manager.query(
    `INSERT INTO idempotency (scope, key, fingerprint, answer, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
     ON CONFLICT (scope, key) DO UPDATE SET fingerprint = $3, answer = $4, expires_at = now() + make_interval(secs => $5)`,
    [scope, key, claim.fingerprint, JSON.stringify(answer), keptForSeconds(claim)],
  );
  return { answer, replayed: false };
}

/**
 * Like `once`, for an effect that is a single statement and an answer that is known beforehand: claim and effect are one round
 * trip, and a transaction of their own. Of two calls at once, the second waits for the first on the record's key.
 * @param effect common table expressions that select their rows from `claimed`, which is empty when the claim was made
 * before; their parameters start at $1
 */
export async function onceInOneStatement<Answer extends object>(
  dataSource: DataSource,
  { scope, claim, answer }: { scope: string; claim: IdempotencyClaim; answer: Answer },
  effect: { sql: string; parameters: unknown[] },
): Promise<{ answer: Answer; replayed: boolean }> {
  const at = effect.parameters.length;
  const { taken } = await preparedRow<{ taken: boolean }>(
    dataSource,
    {
      name: scope,
      text: `WITH claimed AS (
       INSERT INTO idempotency AS known (scope, key, fingerprint, answer, expires_at)
       VALUES ($${at + 1}, $${at + 2}, $${at + 3}, $${at + 4}, now() + make_interval(secs => $${at + 5}))
       ON CONFLICT (scope, key) DO UPDATE SET
         fingerprint = excluded.fingerprint, answer = excluded.answer, expires_at = excluded.expires_at
         WHERE known.expires_at <= now()
       RETURNING key
     ), ${effect.sql}
     SELECT EXISTS (SELECT FROM claimed) AS taken`,
    },
    [...effect.parameters, ...[scope, keyOf(claim), claim.fingerprint, JSON.stringify(answer), keptForSeconds(claim)]],
  );
  if (taken) return { answer, replayed: false };
  const earlier = await earlierAnswer<Answer>(dataSource, scope, claim);
  if (!earlier) throw unavailable('This submission is being processed. Please try again.');
  return { answer: earlier, replayed: true };
}

const keyOf = (claim: IdempotencyClaim) =>
  claim.key === undefined ? `content:${claim.fingerprint}` : `key:${claim.key}`;
const keptForSeconds = (claim: IdempotencyClaim) => (claim.key === undefined ? unkeyedForSeconds : keyedForSeconds);

/** The first answer to a claim. @throws FAILED_PRECONDITION when its key was used with different content */
async function earlierAnswer<Answer>(
  database: Pick<EntityManager, 'query'>,
  scope: string,
  claim: IdempotencyClaim,
): Promise<Answer | undefined> {
  const [earlier] = await database.query<{ fingerprint: string; answer: Answer }[]>(
    'SELECT fingerprint, answer FROM idempotency WHERE scope = $1 AND key = $2 AND expires_at > now()',
    [scope, keyOf(claim)],
  );
  if (earlier && earlier.fingerprint !== claim.fingerprint)
    throw unprocessable('This Idempotency-Key was already used for another submission.');
  return earlier?.answer;
}
