import { audit } from '@site/platform/audit';
import { isId } from '@site/platform/ids';
import { decodeCursor, toPage } from '@site/platform/keyset';
import { invalid, notFound, type Caller } from '@site/proto/grpc';
import type {
  CountSubscribersResponse,
  ListSubscribersRequest,
  ListSubscribersResponse,
  Subscriber as SubscriberMessage,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import { subscriberStates } from '@site/proto/submissions/v1/newsletter.schema';
import type { DataSource } from 'typeorm';
import { isReaderOf } from './campaign-ledger.js';
import { Subscriber } from './subscriber.entity.js';

/** Addresses as the dashboard sees them. */

/** A thousand rows of the longest addresses fit a gRPC message. */
const longestPage = 1_000;

export function subscriberMessage({
  id,
  email,
  state,
  frequency,
  signedUpAt,
  confirmedAt,
}: Subscriber): SubscriberMessage {
  return { id, email, state, frequency, signedUpAt, confirmedAt: confirmedAt ?? undefined };
}

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

export async function listSubscribers(
  dataSource: DataSource,
  { cursor, limit, state, q }: ListSubscribersRequest,
): Promise<ListSubscribersResponse> {
  if (limit < 1 || limit > longestPage) throw badField('limit', `limit must be from 1 to ${longestPage}`);
  if (state !== undefined && !subscriberStates.some((known) => known === state))
    throw badField('state', `state must be one of ${subscriberStates.join(', ')}`);
  const after = decodeCursor(cursor);
  const list = dataSource.manager
    .createQueryBuilder(Subscriber, 'subscriber')
    .orderBy('subscriber.signedUpAt', 'DESC')
    .addOrderBy('subscriber.id', 'DESC')
    .limit(limit + 1);
  if (state) list.andWhere('subscriber.state = :state', { state });
  // strpos, not LIKE: what people type has no wildcards.
  if (q?.trim()) list.andWhere('strpos(lower(subscriber.email), lower(:q)) > 0', { q: q.trim() });
  if (after)
    list.andWhere('(subscriber.signedUpAt, subscriber.id) < (CAST(:at AS timestamptz), CAST(:id AS uuid))', {
      ...after,
    });
  const { page, nextCursor } = toPage(await list.getMany(), limit, ({ signedUpAt, id }) => ({ at: signedUpAt, id }));
  return { subscribers: page.map(subscriberMessage), nextCursor };
}

/** From now on nothing is sent to the address, not even a confirmation. */
export async function recordComplaint(dataSource: DataSource, id: string, caller: Caller): Promise<Subscriber> {
  return dataSource.transaction(async (manager) => {
    const subscriber = isId(id)
      ? await manager.findOne(Subscriber, { where: { id }, lock: { mode: 'pessimistic_write' } })
      : null;
    if (!subscriber) throw notFound('There is no such subscriber.');
    if (subscriber.state === 'complained') return subscriber;
    await manager.update(Subscriber, { id }, { state: 'complained', unsubscribedAt: () => 'now()' });
    await audit(manager, caller, 'subscriber.complaint', id);
    return manager.findOneByOrFail(Subscriber, { id });
  });
}

const badField = (field: string, message: string) => invalid(message, [{ field, message }]);
