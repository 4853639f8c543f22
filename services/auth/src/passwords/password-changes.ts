import { isId } from '@site/platform/base/ids';
import { markProcessed } from '@site/platform/jobs/outbox';
import type { DataSource } from 'typeorm';
import { passwordChangedJob } from './set-password.js';

/** Content of the email about a changed password. */
export interface PasswordChange {
  email: string;
  name: string;
  /** RFC 3339 UTC. */
  changedAt: string;
}

/** Returns the email's content; undefined, with the outbox row processed, when it no longer has a recipient. */
export async function describePasswordChange(
  dataSource: DataSource,
  { personId, outboxId }: { personId: string; outboxId: string },
): Promise<PasswordChange | undefined> {
  if (!isId(personId) || !isId(outboxId)) return undefined;
  const [change] = await dataSource.query<{ email: string; name: string; changedAt: Date }[]>(
    `SELECT person.email, person.name, outbox.created_at AS "changedAt"
     FROM people person
     JOIN outbox ON outbox.id = $2 AND outbox.name = $3 AND outbox.payload->>'personId' = $1
     WHERE person.id = CAST($1 AS uuid) AND person.deleted_at IS NULL AND outbox.processed_at IS NULL`,
    [personId, outboxId, passwordChangedJob],
  );
  if (change) return { ...change, changedAt: change.changedAt.toISOString() };
  await markProcessed(dataSource.manager, outboxId);
  return undefined;
}
