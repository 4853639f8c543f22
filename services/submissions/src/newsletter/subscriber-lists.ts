/** The dashboard's list of newsletter subscribers, and their counts by state. */
import { audit } from '@site/platform/data/audit';
import { isId } from '@site/platform/base/ids';
import { readPage } from '@site/platform/data/lists';
import { emailQuery } from '@site/domain/email-address';
import { invalidField, notFound, type Caller } from '@site/proto/grpc';
import type {
  CountSubscribersResponse,
  ListSubscribersRequest,
  ListSubscribersResponse,
  Subscriber as SubscriberMessage,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import { subscriberStates } from '@site/proto/submissions/v1/newsletter.schema';
import type { DataSource } from 'typeorm';
import { isReaderOf } from './campaign-ledger.js';
import { addSuppressionJob } from './suppressions.js';
import { Subscriber } from './subscriber.entity.js';

const order = { by: 'signedUpAt', newestFirst: true, searched: 'subscriber.email', maxLimit: 1_000 } as const;

export function subscriberMessage(subscriber: Subscriber): SubscriberMessage {
  const { id, email, state, frequency, signedUpAt, confirmedAt, consentSource } = subscriber;
  return { id, email, state, frequency, signedUpAt, confirmedAt: confirmedAt ?? undefined, consentSource };
}

/** Counts by state, and how many readers get each mail or the weekly one. */
export async function countSubscribers(dataSource: DataSource): Promise<CountSubscribersResponse> {
  const rows = await dataSource.query<
    { state: Subscriber['state']; count: number; eachMail: number; weeklyMail: number }[]
  >(
    `SELECT state, count(*)::integer AS count,
       count(*) FILTER (WHERE ${isReaderOf("'all'")})::integer AS "eachMail",
       count(*) FILTER (WHERE ${isReaderOf("'weekly'")})::integer AS "weeklyMail"
     FROM newsletter_subscribers AS reader GROUP BY state`,
  );
  const counts = { pending: 0, confirmed: 0, unsubscribed: 0, bounced: 0, complained: 0, eachMail: 0, weeklyMail: 0 };
  for (const { state, count, eachMail, weeklyMail } of rows) {
    counts[state] = count;
    counts.eachMail += eachMail;
    counts.weeklyMail += weeklyMail;
  }
  return counts;
}

/** Newest first; `q` matches parts of the address. @throws INVALID_ARGUMENT naming `state` */
export async function listSubscribers(
  dataSource: DataSource,
  request: ListSubscribersRequest,
): Promise<ListSubscribersResponse> {
  const { state } = request;
  if (state !== undefined && !subscriberStates.some((each) => each === state))
    throw invalidField('state', `state must be one of ${subscriberStates.join(', ')}`);
  const list = dataSource.manager.createQueryBuilder(Subscriber, 'subscriber');
  if (state) list.where('subscriber.state = :state', { state });
  const { page, nextCursor } = await readPage(
    list,
    { ...request, q: emailQuery(request.q ?? '') },
    order,
    subscriberMessage,
  );
  return { subscribers: page, nextCursor };
}

/** Stops all mail to the address, including confirmations. */
export async function recordComplaint(dataSource: DataSource, id: string, caller: Caller): Promise<Subscriber> {
  return dataSource.transaction(async (manager) => {
    const subscriber = isId(id)
      ? await manager.findOne(Subscriber, { where: { id }, lock: { mode: 'pessimistic_write' } })
      : null;
    if (!subscriber) throw notFound('There is no such subscriber.');
    if (subscriber.state === 'complained') return subscriber;
    await manager.update(Subscriber, { id }, { state: 'complained', unsubscribedAt: () => 'now()' });
    await addSuppressionJob(manager, id);
    await audit(manager, caller, 'subscriber.complaint', id);
    return manager.findOneByOrFail(Subscriber, { id });
  });
}
