/**
 * Visitors' writes whose responses are known beforehand, as one statement: claim and effect take one round trip and one
 * commit, for one request or a batch of concurrent ones. Reason and rules: docs/decisions/0021-group-commit.md.
 */
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import { invalid, unavailable } from '@site/proto/grpc';
import { maxBatchSize } from '@site/proto/requests/v1/batch-limit';
import type { DataSource } from 'typeorm';
import { isOutage } from '../base/outage.js';
import { preparedRow, type PreparedStatement } from './database.js';
import { findEarlierResult, getRetentionSeconds, keysOf } from './idempotency.js';

interface Write<Request, Result extends object> {
  /** Keys of different operations are independent. */
  scope: string;
  /** A submission's columns, as SQL declares them: "id uuid, name text". */
  columns: string;
  /** Common table expressions over `claimed`: those columns of the submissions whose claim is new. */
  effect: string;
  /** @throws INVALID_ARGUMENT */
  submissionOf(request: Request): Submission<Result>;
}

interface Submission<Result extends object> {
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

/** A lock timeout affects one submission and isn't an outage. */
const isLocked = (error: unknown) => (error as { code?: unknown }).code === '55P03';

export class GroupCommit<Request, Result extends object> {
  private readonly statement: PreparedStatement;

  constructor(private readonly write: Write<Request, Result>) {
    this.statement = { name: write.scope, text: textOf(write) };
  }

  /**
   * Like `once`, in one round trip and a separate transaction. Concurrent calls wait on the record's key.
   * @throws FAILED_PRECONDITION when the key was used with different content
   */
  async single(dataSource: DataSource, request: Request): Promise<{ result: Result; replayed: boolean }> {
    const submission = this.write.submissionOf(request);
    const { claim, result } = submission;
    const { size } = await this.run(dataSource, [submission]);
    if (size > 0 || !claim) return { result, replayed: false };
    const earlier = await findEarlierResult<Result>(dataSource, this.write.scope, claim);
    if (!earlier) throw unavailable('This submission is being processed. Please try again.');
    return { result: earlier, replayed: true };
  }

  /**
   * Writes several independent requests in one commit. Those that were claimed before, share a key or `unique` with
   * another, or wait for a lock are skipped; if the statement fails, all are. The caller then sends skipped ones
   * separately, so that none fails because of another.
   * @returns in the same order; undefined for skipped requests
   * @throws INVALID_ARGUMENT for no or too many requests; when the database is down
   */
  async batch(dataSource: DataSource, requests: Request[]): Promise<(Result | undefined)[]> {
    if (requests.length === 0 || requests.length > maxBatchSize)
      throw invalid(`There must be 1 to ${maxBatchSize} requests.`);
    const taken = new Set<string>();
    const submissions = requests.map((request) => {
      const submission = this.write.submissionOf(request);
      const { claim, unique } = submission;
      const names = [
        ...(claim ? Object.values(keysOf(claim)) : []),
        ...(unique === undefined ? [] : [`unique:${unique}`]),
      ];
      if (names.some((name) => taken.has(name))) return undefined;
      for (const name of names) taken.add(name);
      return submission;
    });
    try {
      const written = await this.run(dataSource, submissions);
      return submissions.map((submission, number) => (written.has(number) ? submission?.result : undefined));
    } catch (error) {
      if (isOutage(error) && !isLocked(error)) throw error;
      return requests.map(() => undefined);
    }
  }

  /**
   * Writes and rolls back.
   * @throws the error that a real request would get
   */
  async dryRun(dataSource: DataSource, request: Request): Promise<void> {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(this.statement.text, this.valuesOf([this.write.submissionOf(request)]));
      await runner.rollbackTransaction();
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }

  /** Returns the indexes of the new submissions, which are committed. */
  private async run(dataSource: DataSource, submissions: (Submission<Result> | undefined)[]): Promise<Set<number>> {
    const values = this.valuesOf(submissions);
    const { numbers } = await preparedRow<{ numbers: number[] }>(dataSource, this.statement, values);
    return new Set(numbers);
  }

  private valuesOf(submissions: (Submission<Result> | undefined)[]): (string | null)[] {
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
    return [JSON.stringify(submitted), this.write.scope, submissions.length > 1 ? batchLockTimeout : null];
  }
}

function textOf({ columns, effect }: Pick<Write<unknown, object>, 'columns' | 'effect'>): string {
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
      SELECT * FROM set_config('lock_timeout', coalesce($3, current_setting('lock_timeout')), true) AS applied_lock_timeout,
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
