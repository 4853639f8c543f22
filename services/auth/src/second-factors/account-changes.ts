import { isId } from '@site/platform/base/ids';
import { addToOutbox, markProcessed } from '@site/platform/jobs/outbox';
import type { Role } from '@site/domain/roles';
import type { DataSource, EntityManager } from 'typeorm';

/** The job that sends the notification email. */
const accountChangedJob = 'send-account-changed';

/** A change to the account; see DescribeAccountChangeResponse. */
export type Change = 'factor-added' | 'factor-removed' | 'factor-reset' | 'recovery-codes' | `made-${Role}`;

/** Notifies a user by email, in case it was someone else. */
export const tellOf = (manager: EntityManager, personId: string, change: Change) =>
  addToOutbox(manager, { queue: 'newsletter', name: accountChangedJob, payload: { personId, change } });

/** Content of the email. */
interface AccountChange {
  email: string;
  name: string;
  /** RFC 3339 UTC. */
  changedAt: string;
  change: string;
}

/** Returns the email's content; undefined, with the outbox row processed, when it no longer has a recipient. */
export async function describeAccountChange(
  dataSource: DataSource,
  { personId, outboxId }: { personId: string; outboxId: string },
): Promise<AccountChange | undefined> {
  if (!isId(personId) || !isId(outboxId)) return undefined;
  const [change] = await dataSource.query<{ email: string; name: string; change: string; changedAt: Date }[]>(
    `SELECT person.email, person.name, outbox.payload->>'change' AS change, outbox.created_at AS "changedAt"
     FROM people person
     JOIN outbox ON outbox.id = $2 AND outbox.name = $3 AND outbox.payload->>'personId' = $1
     WHERE person.id = CAST($1 AS uuid) AND person.deleted_at IS NULL AND outbox.processed_at IS NULL`,
    [personId, outboxId, accountChangedJob],
  );
  if (change) return { ...change, changedAt: change.changedAt.toISOString() };
  await markProcessed(dataSource.manager, outboxId);
  return undefined;
}
