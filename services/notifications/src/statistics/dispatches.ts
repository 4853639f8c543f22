/** The dashboard's list of dispatches, with their counts. */
import { notFound } from '@site/proto/grpc';
import type { Page } from '@site/proto/gen/nest/common/v1/common';
import type { Dispatch, ListDispatchesResponse } from '@site/proto/gen/nest/notifications/v1/deliveries';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { isId } from '@site/platform/base/ids';
import { decodeCursor, isAfter, orderSql, toPage } from '@site/platform/data/keyset';
import { pageLimit } from '@site/platform/data/lists';
import type { DataSource } from 'typeorm';

type Stored = 'id' | 'eventKey' | 'revision' | 'kind' | 'priority' | 'counties';
type Counted = 'reserved' | 'accepted' | 'late' | 'gone' | 'failed' | 'maybeRepeated';

interface DispatchRow extends Pick<Dispatch, Stored | Counted> {
  alert: AlertEvent;
  sentAt: Date;
  firstSeenAt: Date;
  createdAt: Date;
  sendUntil: Date;
  finishedAt: Date | null;
  begun: boolean;
  pauseReason: string | null;
}

const total = (column: string) =>
  `(dispatch.${column} + coalesce((SELECT sum(${column}) FROM dispatch_shards WHERE dispatch_id = dispatch.id), 0))::integer`;
const selectDispatches = `
  SELECT dispatch.id, dispatch.event_key AS "eventKey", dispatch.revision, dispatch.kind, dispatch.priority, dispatch.counties, dispatch.alert,
    dispatch.sent_at AS "sentAt", dispatch.first_seen_at AS "firstSeenAt", dispatch.created_at AS "createdAt",
    dispatch.send_until AS "sendUntil", dispatch.finished_at AS "finishedAt",
    ${['reserved', 'accepted', 'late', 'gone', 'failed'].map((column) => `${total(column)} AS ${column}`).join(', ')},
    ${total('maybe_repeated')} AS "maybeRepeated",
    EXISTS (SELECT FROM dispatch_shards WHERE dispatch_id = dispatch.id AND (listed OR reserved > 0)) AS begun,
    (SELECT reason FROM kill_switch WHERE scope = 'all' OR (scope = 'less_urgent' AND dispatch.priority > 1)) AS "pauseReason"
  FROM dispatches AS dispatch`;

function stateOf({ finishedAt, pauseReason, begun }: DispatchRow): string {
  if (finishedAt) return 'finished';
  if (pauseReason !== null) return 'held';
  return begun ? 'sending' : 'waiting';
}

function messageOf(row: DispatchRow): Dispatch {
  const { alert, sentAt, begun: _begun, finishedAt, pauseReason, ...dispatch } = row;
  return {
    ...dispatch,
    event: alert.event,
    state: stateOf(row),
    sent: sentAt.toISOString(),
    firstSeenAt: row.firstSeenAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    sendUntil: row.sendUntil.toISOString(),
    finishedAt: finishedAt?.toISOString(),
    pauseReason: finishedAt ? '' : (pauseReason ?? ''),
  };
}

/**
 * Lists the newest first.
 * @throws INVALID_ARGUMENT for an invalid cursor or limit
 */
export async function listDispatches(dataSource: DataSource, { cursor, limit }: Page): Promise<ListDispatchesResponse> {
  pageLimit(limit);
  const after = decodeCursor(cursor);
  // Millisecond precision, like the cursors.
  const order = { by: `date_trunc('milliseconds', dispatch.created_at)`, id: 'dispatch.id', newestFirst: true };
  const rows = await dataSource.query<DispatchRow[]>(
    `${selectDispatches} ${after ? `WHERE ${isAfter(order, '$2', '$3')}` : ''} ORDER BY ${orderSql(order)} LIMIT $1`,
    [limit + 1, ...(after ? [after.at, after.id] : [])],
  );
  const { page, nextCursor } = toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }));
  return { dispatches: page.map(messageOf), ...(nextCursor && { nextCursor }) };
}

/** @throws NOT_FOUND for an unknown id */
export async function findDispatch(dataSource: DataSource, id: string): Promise<Dispatch> {
  const [row] = isId(id)
    ? await dataSource.query<DispatchRow[]>(`${selectDispatches} WHERE dispatch.id = $1`, [id])
    : [];
  if (!row) throw notFound('This dispatch does not exist.');
  return messageOf(row);
}

/**
 * Returns whether urgent messages are being sent, which newsletters wait for. Ignores messages held until morning and
 * retries.
 */
export async function isUrgent(dataSource: DataSource): Promise<boolean> {
  const [row] = await dataSource.query<{ urgent: boolean }[]>(
    `SELECT EXISTS (SELECT FROM dispatches AS dispatch, kill_switch
       WHERE dispatch.finished_at IS NULL AND dispatch.priority <= 1 AND dispatch.send_until > now() AND kill_switch.scope <> 'all'
         AND EXISTS (SELECT FROM dispatch_shards AS shard WHERE shard.dispatch_id = dispatch.id AND NOT shard.done
           AND (NOT shard.listed OR shard.leased_until > now() OR shard.due_at <= now()))) AS urgent`,
  );
  return row?.urgent ?? false;
}
