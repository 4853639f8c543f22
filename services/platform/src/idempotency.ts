import { unprocessable } from '@site/proto/grpc';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';

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
 * Runs `work` once for a claim, in the manager's transaction; later calls get the first answer. Two at once wait for each
 * other on an advisory lock of the transaction.
 * @param scope the operation, so that a key used for another one is independent
 * @throws FAILED_PRECONDITION when the key was used with another content
 */
export async function once<Answer extends object>(
  manager: EntityManager,
  scope: string,
  claim: IdempotencyClaim,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const key = claim.key === undefined ? `content:${claim.fingerprint}` : `key:${claim.key}`;
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${scope}|${key}`]);
  const [earlier] = await manager.query<{ fingerprint: string; answer: Answer }[]>(
    'SELECT fingerprint, answer FROM idempotency WHERE scope = $1 AND key = $2 AND expires_at > now()',
    [scope, key],
  );
  if (earlier) {
    if (earlier.fingerprint !== claim.fingerprint) {
      throw unprocessable('This Idempotency-Key was already used for another submission.');
    }
    return { answer: earlier.answer, replayed: true };
  }
  const answer = await work();
  await manager.query(
    `INSERT INTO idempotency (scope, key, fingerprint, answer, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
     ON CONFLICT (scope, key) DO UPDATE SET fingerprint = $3, answer = $4, expires_at = now() + make_interval(secs => $5)`,
    [
      scope,
      key,
      claim.fingerprint,
      JSON.stringify(answer),
      claim.key === undefined ? unkeyedForSeconds : keyedForSeconds,
    ],
  );
  return { answer, replayed: false };
}
