import { notFound } from '@site/proto/grpc';
import type { ListRunsRequest, ListRunsResponse, Run } from '@site/proto/gen/nest/notifications/v1/deliveries';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { isId } from '@site/platform/base/ids';
import { decodeCursor, isAfter, orderSql, toPage } from '@site/platform/data/keyset';
import { pageLimit } from '@site/platform/data/lists';
import type { DataSource } from 'typeorm';

/** Dispatches for the dashboard, with counts so far; those of open ones come from their shards. */

interface DispatchRow {
  id: string;
  event_key: string;
  revision: number;
  kind: string;
  priority: number;
  counties: string[];
  alert: AlertEvent;
  sent_at: Date;
  first_seen_at: Date;
  created_at: Date;
  send_until: Date;
  finished_at: Date | null;
  reserved: number;
  accepted: number;
  late: number;
  gone: number;
  failed: number;
  maybe_repeated: number;
  begun: boolean;
  held_because: string | null;
}

const total = (column: string) =>
  `(run.${column} + coalesce((SELECT sum(${column}) FROM run_shards WHERE run_id = run.id), 0))::integer AS ${column}`;
const selectDispatches = `
  SELECT run.id, run.event_key, run.revision, run.kind, run.priority, run.counties, run.alert, run.sent_at, run.first_seen_at,
    run.created_at, run.send_until, run.finished_at,
    ${['reserved', 'accepted', 'late', 'gone', 'failed', 'maybe_repeated'].map(total).join(', ')},
    EXISTS (SELECT FROM run_shards WHERE run_id = run.id AND (listed OR reserved > 0)) AS begun,
    (SELECT reason FROM brake WHERE scope = 'all' OR (scope = 'less_urgent' AND run.priority > 1)) AS held_because
  FROM alert_runs AS run`;

function stateOf({ finished_at: finishedAt, held_because: heldBecause, begun }: DispatchRow): string {
  if (finishedAt) return 'finished';
  if (heldBecause !== null) return 'held';
  return begun ? 'sending' : 'waiting';
}

const messageOf = (row: DispatchRow): Run => ({
  id: row.id,
  eventKey: row.event_key,
  revision: row.revision,
  event: row.alert.event,
  kind: row.kind,
  priority: row.priority,
  counties: row.counties,
  state: stateOf(row),
  sent: row.sent_at.toISOString(),
  firstSeenAt: row.first_seen_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  sendUntil: row.send_until.toISOString(),
  finishedAt: row.finished_at?.toISOString(),
  reserved: row.reserved,
  accepted: row.accepted,
  late: row.late,
  gone: row.gone,
  failed: row.failed,
  maybeRepeated: row.maybe_repeated,
  heldBecause: row.finished_at ? '' : (row.held_because ?? ''),
});

/**
 * Returns a page, newest first.
 * @throws INVALID_ARGUMENT for an invalid cursor or limit
 */
export async function listDispatches(
  dataSource: DataSource,
  { cursor, limit }: ListRunsRequest,
): Promise<ListRunsResponse> {
  pageLimit(limit);
  const after = decodeCursor(cursor);
  // Cursors have millisecond precision, so the order must too.
  const order = { by: `date_trunc('milliseconds', run.created_at)`, id: 'run.id', newestFirst: true };
  const rows = await dataSource.query<DispatchRow[]>(
    `${selectDispatches} ${after ? `WHERE ${isAfter(order, '$2', '$3')}` : ''} ORDER BY ${orderSql(order)} LIMIT $1`,
    [limit + 1, ...(after ? [after.at, after.id] : [])],
  );
  const { page, nextCursor } = toPage(rows, limit, ({ created_at: at, id }) => ({ at, id }));
  return { runs: page.map(messageOf), ...(nextCursor && { nextCursor }) };
}

/** @throws NOT_FOUND for an unknown id */
export async function findDispatch(dataSource: DataSource, id: string): Promise<Run> {
  const [row] = isId(id) ? await dataSource.query<DispatchRow[]>(`${selectDispatches} WHERE run.id = $1`, [id]) : [];
  if (!row) throw notFound('This dispatch does not exist.');
  return messageOf(row);
}

/**
 * Returns whether urgent messages are being sent, which newsletters wait for. Doesn't count messages held until morning
 * or retries of a dispatch.
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
