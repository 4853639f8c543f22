/** Client of the suppression list, which notifications keeps for newsletters and alerts. */
import { markProcessed, addToOutbox } from '@site/platform/jobs/outbox';
import { rpcClient, type Calls, type Remote } from '@site/platform/service/rpc-client';
import type { SuppressionsServiceClient } from '@site/proto/gen/nest/notifications/v1/suppressions';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { idField, job, type HandlersOf } from '../jobs/job.js';
import { Subscriber } from './subscriber.entity.js';

export type SuppressionList = Pick<Calls<SuppressionsServiceClient>, 'findSuppressions' | 'setSuppression'>;

/** Opens the connection, which the caller must close. */
export function suppressionList(remote: Remote): SuppressionList & { close(): void } {
  const client = rpcClient(remote, ['notifications'], { 'notifications.v1.SuppressionsService': '5s' });
  return { ...client.calls<SuppressionsServiceClient>('SuppressionsService'), close: client.close };
}

/** Job "update-suppression", payload `{ subscriberId }`: reports the subscriber's current state to the list. */
export const updateSuppressionJob = 'update-suppression';

export const addSuppressionJob = (manager: EntityManager, subscriberId: string): Promise<string> =>
  addToOutbox(manager, { queue: 'mail', name: updateSuppressionJob, payload: { subscriberId } });

export interface SuppressionParts {
  dataSource: DataSource;
  /** Absent on a site without notifications: then the newsletter's own states suffice. */
  suppressions?: SuppressionList;
}

const causes: Partial<Record<Subscriber['state'], string>> = { bounced: 'bounce', complained: 'complaint' };

export const suppressionJobs = ({
  dataSource,
  suppressions,
}: SuppressionParts): HandlersOf<typeof updateSuppressionJob> => ({
  [updateSuppressionJob]: job(z.object({ subscriberId: idField }), 30, async ({ outboxId, payload }) => {
    const subscriber = await dataSource.manager.findOneBy(Subscriber, { id: payload.subscriberId });
    if (subscriber && suppressions) {
      const { email, state, confirmedAt } = subscriber;
      const cause = causes[state] ?? '';
      if (cause || state === 'confirmed' || state === 'pending')
        await suppressions.setSuppression({ email, cause, confirmedAt: confirmedAt ?? undefined });
    }
    await markProcessed(dataSource.manager, outboxId);
  }),
});

/**
 * Marks readers whose addresses were suppressed after they confirmed.
 * @returns their ids
 * @throws the error of the call: a newsletter may be late, but isn't sent against a complaint
 */
export async function markSuppressed(
  { dataSource, suppressions }: SuppressionParts,
  readers: readonly { email: string }[],
): Promise<string[]> {
  if (!suppressions || readers.length === 0) return [];
  const { suppressions: found = [] } = await suppressions.findSuppressions({
    emails: readers.map(({ email }) => email),
  });
  if (found.length === 0) return [];
  const [marked] = await dataSource.query<[{ id: string }[], number]>(
    `UPDATE newsletter_subscribers AS reader
     SET state = CASE suppression.cause WHEN 'complaint' THEN 'complained' ELSE 'bounced' END
     FROM jsonb_to_recordset($1::jsonb) AS suppression(email text, cause text, since timestamptz)
     WHERE lower(reader.email) = lower(suppression.email) AND reader.state = 'confirmed'
       AND reader.confirmed_at < suppression.since
     RETURNING reader.id`,
    [JSON.stringify(found)],
  );
  return marked.map(({ id }) => id);
}
