/**
 * Writes whose responses are known beforehand, as a single statement: claim and effect take one round trip and one
 * commit, for one submission (`onceInOneStatement`) or a batch (`onceTogether`).
 */
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import { invalid, unavailable } from '@site/proto/grpc';
import { maxBatchSize } from '@site/proto/requests/v1/batch-limit';
import type { DataSource } from 'typeorm';
import { isOutage } from '../base/outage.js';
import { preparedRow, type PreparedStatement } from './database.js';
import { findEarlierResult, getRetentionSeconds, keysOf } from './idempotency.js';

/** Written for any number of submissions. */
interface Effect {
  /** Keys of different operations are independent. */
  scope: string;
  /** A submission's columns, as SQL declares them: "id uuid, name text". */
  columns: string;
  /** Common table expressions over `claimed`: those columns of the submissions whose claim is new. */
  effect: string;
}

/** An effect compiled to SQL. */
export interface OneStatement {
  scope: string;
  alone: PreparedStatement;
  together: PreparedStatement;
}

export interface Submission<Result extends object> {
  /** Absent if the effect may happen any number of times. */
  claim?: IdempotencyClaim | undefined;
  result: Result;
  /** The values of `columns`. */
  row: Record<string, string | null>;
  /** Must differ between a statement's submissions: an upsert can touch a row only once. */
  unique?: string;
}

/** Lock timeout of a batch, whose other submissions would wait too. */
const batchLockTimeout = '250ms';

/** Compiles an effect to SQL, for one submission and for a batch. */
export const oneStatement = (effect: Effect): OneStatement => ({
  scope: effect.scope,
  alone: { name: effect.scope, text: textOf(effect, false) },
  together: { name: `${effect.scope} together`, text: textOf(effect, true) },
});

function textOf({ columns, effect }: Effect, isShared: boolean): string {
  // In key order, against deadlocks between statements with the same keys.
  const insert = (key: string, which: string, replaces: string) => `
    INSERT INTO idempotency AS known (scope, key, fingerprint, response, expires_at)
    SELECT $2, ${key}, fingerprint, response, now() + make_interval(secs => seconds) FROM submitted
      WHERE ${which} ORDER BY coalesce(anywhere, own)
    ON CONFLICT (scope, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, response = excluded.response, expires_at = excluded.expires_at
      WHERE ${replaces}
    RETURNING key`;
  const isOver = 'known.expires_at <= now()';
  return `
    WITH submitted AS MATERIALIZED (
      SELECT * FROM ${isShared ? `set_config('lock_timeout', '${batchLockTimeout}', true) AS patience,` : ''}
        json_to_recordset($1) AS submission
        (number integer, own text, anywhere text, fingerprint text, response jsonb, seconds integer, ${columns})
    ), mine AS (${insert('own', 'own IS NOT NULL', isOver)}
    ), known_anywhere AS (${insert(
      'anywhere',
      'anywhere IS NOT NULL AND own IN (SELECT key FROM mine)',
      `${isOver} OR known.fingerprint <> excluded.fingerprint`,
    )}
    ), claimed AS (
      SELECT * FROM submitted WHERE own IS NULL OR (own IN (SELECT key FROM mine)
        AND (anywhere IS NULL OR anywhere IN (SELECT key FROM known_anywhere)))
    ), ${effect}
    SELECT coalesce(array_agg(number), '{}') AS numbers FROM claimed`;
}

function valuesOf({ scope }: OneStatement, submissions: (Submission<object> | undefined)[]): [string, string] {
  const submitted = submissions.flatMap((submission, number) => {
    if (!submission) return [];
    const { claim, result, row } = submission;
    const remembered = claim && {
      ...keysOf(claim),
      fingerprint: claim.fingerprint,
      seconds: getRetentionSeconds(claim),
    };
    return [{ number, response: result, ...remembered, ...row }];
  });
  return [JSON.stringify(submitted), scope];
}

/** Returns the indexes of the new submissions, which are committed. */
async function run(
  dataSource: DataSource,
  statement: OneStatement,
  submissions: (Submission<object> | undefined)[],
): Promise<Set<number>> {
  const { numbers } = await preparedRow<{ numbers: number[] }>(
    dataSource,
    submissions.length > 1 ? statement.together : statement.alone,
    valuesOf(statement, submissions),
  );
  return new Set(numbers);
}

/**
 * Runs the statement for a submission and rolls it back.
 * @throws the error that a real submission would get
 */
export async function dryRun(
  dataSource: DataSource,
  statement: OneStatement,
  submission: Submission<object>,
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(statement.alone.text, valuesOf(statement, [submission]));
    await runner.rollbackTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  }
}

/**
 * Like `once`, in one round trip and a separate transaction. Concurrent calls wait on the record's key.
 * @throws FAILED_PRECONDITION when the key was used with different content
 */
export async function onceInOneStatement<Result extends object>(
  dataSource: DataSource,
  statement: OneStatement,
  submission: Submission<Result>,
): Promise<{ result: Result; replayed: boolean }> {
  const { claim, result } = submission;
  const { size } = await run(dataSource, statement, [submission]);
  if (size > 0 || !claim) return { result, replayed: false };
  const earlier = await findEarlierResult<Result>(dataSource, statement.scope, claim);
  if (!earlier) throw unavailable('This submission is being processed. Please try again.');
  return { result: earlier, replayed: true };
}

/** @throws INVALID_ARGUMENT when there are no or too many submissions */
export function checkTogether<Request>(requests: Request[]): Request[] {
  if (requests.length === 0 || requests.length > maxBatchSize)
    throw invalid(`There must be 1 to ${maxBatchSize} requests.`);
  return requests;
}

/** A lock timeout affects one submission and isn't an outage. */
const isLocked = (error: unknown) => (error as { code?: unknown }).code === '55P03';

/**
 * Writes several independent submissions in one commit (group commit). Submissions that were claimed before, share a
 * key or `unique` with another, or wait for a lock are skipped; if the statement fails, all are. The caller then
 * submits skipped ones separately, so that none fails because of another.
 * @returns for each submission whether it is committed
 * @throws when the database is down
 */
export async function onceTogether(
  dataSource: DataSource,
  statement: OneStatement,
  submissions: Submission<object>[],
): Promise<boolean[]> {
  const taken = new Set<string>();
  const apart = submissions.map((submission) => {
    const { claim, unique } = submission;
    const names = [...Object.values(claim ? keysOf(claim) : {}), ...(unique === undefined ? [] : [`unique:${unique}`])];
    if (names.some((name) => taken.has(name))) return undefined;
    for (const name of names) taken.add(name);
    return submission;
  });
  try {
    const done = await run(dataSource, statement, apart);
    return submissions.map((_, number) => done.has(number));
  } catch (error) {
    if (isOutage(error) && !isLocked(error)) throw error;
    return submissions.map(() => false);
  }
}
