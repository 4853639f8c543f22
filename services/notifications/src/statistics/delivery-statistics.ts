/** Public figures on how long warnings took. */
import type {
  DeliveredWarning,
  DeliveryPeriod,
  GetDeliveryFiguresResponse,
} from '@site/proto/gen/nest/notifications/v1/deliveries';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { DataSource, EntityManager } from 'typeorm';
import { isAlreadyActive } from '../dispatches/dispatch-rows.js';
import { addLag, countsOf, percentile, percentilesOf } from '../dispatches/histogram.js';

/** Totals of a dispatch, including the shards of open ones. */
const total = (column: string) => `dispatch.${column} + coalesce(open.${column}, 0) AS ${column}`;
const outcomes = ['accepted', 'late', 'gone', 'failed'] as const;
type Outcomes = Record<(typeof outcomes)[number], number>;
const outcomesOf = ({ accepted, late: timeout, gone: removed, failed }: Outcomes): Outcomes => ({
  accepted,
  late: timeout,
  gone: removed,
  failed,
});

const dispatchesWithShards = `
  SELECT dispatch.id, dispatch.event_key, dispatch.kind, dispatch.counties, dispatch.alert, dispatch.sent_at, dispatch.first_seen_at, dispatch.created_at,
    ${outcomes.map(total).join(', ')}, add_counts(dispatch.own_lag, coalesce(open.own_lag, '{}')) AS own_lag
  FROM dispatches AS dispatch LEFT JOIN LATERAL (
    SELECT ${outcomes.map((column) => `sum(${column})::integer AS ${column}`).join(', ')}, sum_counts(own_lag) AS own_lag
    FROM dispatch_shards WHERE dispatch_id = dispatch.id) AS open ON true`;

/** Reads one snapshot. */
export const readDeliveryStats = (dataSource: DataSource): Promise<GetDeliveryFiguresResponse> =>
  dataSource.transaction('REPEATABLE READ', async (manager) => ({
    periods: [await lastDay(manager), await lastDays(manager, 'month', 30), await lastDays(manager, 'year', 365)],
    warnings: await lastTornadoWarnings(manager),
    since: await firstDispatch(manager),
  }));

async function firstDispatch(manager: EntityManager): Promise<string | undefined> {
  const [first] = await manager.query<{ since: Date | null }[]>('SELECT min(created_at) AS since FROM dispatches');
  return first?.since?.toISOString();
}

async function lastDay(manager: EntityManager): Promise<DeliveryPeriod> {
  const rows = await manager.query<(Outcomes & { lag: number; already_active: boolean; own_lag: string[] })[]>(
    `SELECT extract(epoch FROM first_seen_at - sent_at)::float AS lag, ${isAlreadyActive} AS already_active, own_lag,
       ${outcomes.join(', ')}
     FROM (${dispatchesWithShards} WHERE dispatch.created_at > now() - interval '24 hours') AS lately`,
  );
  const [{ displayed }] = await manager.query<[{ displayed: string[] }]>(
    `SELECT sum_counts(shown) AS displayed FROM delivery_statistics WHERE day >= ((now() - interval '24 hours') AT TIME ZONE 'UTC')::date`,
  );
  const sum = (column: (typeof outcomes)[number]) => rows.reduce((all, row) => all + row[column], 0);
  const measured = rows.filter(({ already_active: isActive }) => !isActive);
  const dispatchLag = measured.reduce<number[]>((all, { own_lag: counts }) => added(all, countsOf(counts)), []);
  const source = measured.reduce<number[]>((all, { lag }) => addLag(all, lag), []);
  return {
    period: 'day',
    dispatches: measured.length,
    alreadyActive: rows.length - measured.length,
    sourceLag: percentilesOf(source),
    ownLag: percentilesOf(dispatchLag),
    accepted: sum('accepted'),
    late: sum('late'),
    gone: sum('gone'),
    failed: sum('failed'),
    displayed: countsOf(displayed),
  };
}

const added = (left: readonly number[], right: readonly number[]): number[] =>
  Array.from(
    { length: Math.max(left.length, right.length) },
    (_unused, place) => (left[place] ?? 0) + (right[place] ?? 0),
  );

/** Sums whole UTC days; a dispatch counts on the day it finished. */
async function lastDays(manager: EntityManager, period: string, days: number): Promise<DeliveryPeriod> {
  type Sums = Outcomes &
    Record<'source_lag' | 'own_lag' | 'displayed', string[]> & { dispatches: number; already_active: number };
  const [row] = await manager.query<[Sums]>(
    `SELECT coalesce(sum(dispatches), 0)::integer AS dispatches, coalesce(sum(already_active), 0)::integer AS already_active,
       ${outcomes.map((column) => `coalesce(sum(${column}), 0)::float8 AS ${column}`).join(', ')},
       sum_counts(source_lag) AS source_lag, sum_counts(own_lag) AS own_lag, sum_counts(shown) AS displayed
     FROM delivery_statistics WHERE day > (now() AT TIME ZONE 'UTC')::date - $1::integer`,
    [days],
  );
  return {
    period,
    dispatches: row.dispatches,
    alreadyActive: row.already_active,
    sourceLag: percentilesOf(countsOf(row.source_lag)),
    ownLag: percentilesOf(countsOf(row.own_lag)),
    ...outcomesOf(row),
    displayed: countsOf(row.displayed),
  };
}

const maxWarnings = 20;

interface WarningRow extends Outcomes {
  event_key: string;
  alert: AlertEvent;
  counties: string[];
  sent_at: Date;
  first_seen_at: Date;
  own_lag: string[];
}

/** Counts only the first dispatch of each warning; later ones announce changes. */
async function lastTornadoWarnings(manager: EntityManager): Promise<DeliveredWarning[]> {
  const rows = await manager.query<WarningRow[]>(
    `${dispatchesWithShards} WHERE dispatch.kind = 'new' AND dispatch.alert->>'event' = 'Tornado Warning' AND NOT ${isAlreadyActive}
     ORDER BY dispatch.created_at DESC LIMIT ${maxWarnings}`,
  );
  return rows.map((row) => {
    const counts = countsOf(row.own_lag);
    const counted = counts.reduce((sum, count) => sum + count, 0);
    const reachable = row.accepted + row.late + row.failed;
    const when = (share: number) =>
      new Date(row.first_seen_at.getTime() + percentile(counts, share) * 1_000).toISOString();
    // A share of all reachable channels. Texts that were accepted but not delivered are in `counts`, not in `accepted`.
    const reached = (share: number) =>
      counted > 0 && Math.min(counted, row.accepted) >= reachable * share
        ? when((reachable * share) / counted)
        : undefined;
    return {
      eventKey: row.event_key,
      event: row.alert.event,
      counties: row.counties,
      sent: row.sent_at.toISOString(),
      firstSeenAt: row.first_seen_at.toISOString(),
      halfAcceptedAt: reached(0.5),
      nearlyAllAcceptedAt: reached(0.99),
      ...outcomesOf(row),
    };
  });
}
