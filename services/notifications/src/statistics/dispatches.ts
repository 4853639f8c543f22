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
  `(run.${column} + coalesce((SELECT sum(${column}) FROM run_shards WHERE run_id = run.id), 0))::integer`;
const selectDispatches = `
  SELECT run.id, run.event_key AS "eventKey", run.revision, run.kind, run.priority, run.counties, run.alert,
    run.sent_at AS "sentAt", run.first_seen_at AS "firstSeenAt", run.created_at AS "createdAt",
    run.send_until AS "sendUntil", run.finished_at AS "finishedAt",
    ${['reserved', 'accepted', 'late', 'gone', 'failed'].map((column) => `${total(column)} AS ${column}`).join(', ')},
    ${total('maybe_repeated')} AS "maybeRepeated",
    EXISTS (SELECT FROM run_shards WHERE run_id = run.id AND (listed OR reserved > 0)) AS begun,
    (SELECT reason FROM brake WHERE scope = 'all' OR (scope = 'less_urgent' AND run.priority > 1)) AS "pauseReason"
  FROM alert_runs AS run`;

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
  const order = { by: `date_trunc('milliseconds', run.created_at)`, id: 'run.id', newestFirst: true };
  const rows = await dataSource.query<DispatchRow[]>(
    `${selectDispatches} ${after ? `WHERE ${isAfter(order, '$2', '$3')}` : ''} ORDER BY ${orderSql(order)} LIMIT $1`,
    [limit + 1, ...(after ? [after.at, after.id] : [])],
  );
  const { page, nextCursor } = toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }));
  return { dispatches: page.map(messageOf), ...(nextCursor && { nextCursor }) };
}

/** @throws NOT_FOUND for an unknown id */
export async function findDispatch(dataSource: DataSource, id: string): Promise<Dispatch> {
  const [row] = isId(id) ? await dataSource.query<DispatchRow[]>(`${selectDispatches} WHERE run.id = $1`, [id]) : [];
  if (!row) throw notFound('This dispatch does not exist.');
  return messageOf(row);
}

/**
 * Returns whether urgent messages are being sent, which newsletters wait for. Ignores messages held until morning and
 * retries.
 */
export async function isUrgent(dataSource: DataSource): Promise<boolean> {
  const [row] = await dataSource.query<{ urgent: boolean }[]>(
    `SELECT EXISTS (SELECT FROM alert_runs AS run, brake
       WHERE run.finished_at IS NULL AND run.priority <= 1 AND run.send_until > now() AND brake.scope <> 'all'
         AND EXISTS (SELECT FROM run_shards AS shard WHERE shard.run_id = run.id AND NOT shard.done
           AND (NOT shard.listed OR shard.leased_until > now() OR shard.due_at <= now()))) AS urgent`,
  );
  return row?.urgent ?? false;
}
