/**
 * Sends messages held for quiet hours once these end, if the event is still in force, with its newest text: reopens the
 * dispatch for those subscribers only.
 */
import { FailedRows } from '@site/platform/jobs/work-loop';
import type { DataSource, EntityManager } from 'typeorm';
import type { TrackedEvent } from './decide-dispatches.js';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { sendUntil } from './urgency.js';

interface Sleeping {
  id: string;
  day: string;
  counties: string[];
  clockAheadMs: number;
  alert: AlertEvent | null;
  over: TrackedEvent['over'] | null;
}

const dispatchesAtOnce = 50;

/** @returns the number of messages sent now */
export const wakeDeferred = (dataSource: DataSource, rows = new FailedRows('dispatches')): Promise<number> =>
  dataSource.transaction((manager) => wake(manager, rows));

async function wake(manager: EntityManager, rows: FailedRows): Promise<number> {
  const sleeping = await manager.query<Sleeping[]>(
    `SELECT dispatch.id, to_char(dispatch.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, dispatch.counties,
       dispatch.clock_ahead_ms::float AS "clockAheadMs", event.alert, event.over
     FROM dispatches AS dispatch LEFT JOIN watched_events AS event ON event.event_key = dispatch.event_key
     WHERE dispatch.id IN (SELECT dispatch_id FROM deliveries WHERE state = 'held' AND due_at <= now()) AND dispatch.finished_at IS NOT NULL
       AND dispatch.id::text <> ALL($1)
     ORDER BY dispatch.priority, dispatch.created_at LIMIT ${dispatchesAtOnce} FOR UPDATE OF dispatch SKIP LOCKED`,
    [rows.waitingIds],
  );
  let woken = 0;
  for (const dispatch of sleeping) {
    const { result } = await rows.attempt(`wake:${dispatch.id}`, () =>
      manager.transaction((inner) => wakeDispatch(inner, dispatch)),
    );
    woken += result ?? 0;
  }
  return woken;
}

async function wakeDispatch(
  manager: EntityManager,
  { id, day, counties, clockAheadMs, alert, over }: Sleeping,
): Promise<number> {
  // eslint-disable-next-line no-restricted-syntax -- compared with times in the database
  const now = Date.now() - clockAheadMs;
  // The event may have left some of them.
  const still = counties.filter((fips) => alert?.counties.includes(fips));
  const isInForce = alert !== null && !over && sendUntil(alert, now) > now;
  if (isInForce)
    return reopen(manager, { id, day, alert, counties: still, until: new Date(sendUntil(alert, now) + clockAheadMs) });
  await manager.query(
    `UPDATE deliveries SET state = 'skipped', due_at = NULL WHERE day = $1::date AND dispatch_id = $2 AND state = 'held'`,
    [day, id],
  );
  return 0;
}

async function reopen(
  manager: EntityManager,
  { id, day, alert, counties, until }: { id: string; day: string; alert: AlertEvent; counties: string[]; until: Date },
): Promise<number> {
  const [{ count }] = await manager.query<[{ count: number }]>(
    `WITH due AS (
       UPDATE deliveries AS held SET due_at = CASE WHEN is_news THEN now() END,
         state = CASE WHEN is_news THEN 'waiting' ELSE 'skipped' END
       FROM (
         SELECT sleeper.channel_id, NOT EXISTS (
           -- A louder revision may have been delivered at night.
           SELECT FROM notified
           WHERE notified.event_key = dispatch.event_key AND notified.channel_id = sleeper.channel_id AND notified.revision >= dispatch.revision
         ) AND NOT EXISTS (
           -- Or a later revision is also held and says the same in the morning.
           SELECT FROM dispatches AS later JOIN deliveries AS theirs
             ON theirs.day = (later.created_at AT TIME ZONE 'UTC')::date AND theirs.dispatch_id = later.id
           WHERE later.event_key = dispatch.event_key AND later.revision > dispatch.revision
             AND theirs.channel_id = sleeper.channel_id AND theirs.state IN ('held', 'waiting', 'reserved')
         ) AND EXISTS (
           SELECT FROM follows JOIN channels ON channels.subscriber_id = follows.subscriber_id
           WHERE channels.id = sleeper.channel_id AND follows.county = ANY($3::bpchar[])
         ) AS is_news
         FROM deliveries AS sleeper JOIN dispatches AS dispatch ON dispatch.id = sleeper.dispatch_id
         WHERE sleeper.day = $1::date AND sleeper.dispatch_id = $2 AND sleeper.state = 'held' AND sleeper.due_at <= now()) AS sleeper
       WHERE held.day = $1::date AND held.dispatch_id = $2 AND held.channel_id = sleeper.channel_id
       RETURNING held.shard, held.state),
     shards AS (
       INSERT INTO dispatch_shards (dispatch_id, shard, listed, due_at, reserved)
       SELECT $2, shard, true, now(), count(*) FROM due WHERE state = 'waiting' GROUP BY shard)
     SELECT count(*)::integer AS count FROM due WHERE state = 'waiting'`,
    [day, id, counties],
  );
  if (count > 0)
    await manager.query(
      `UPDATE dispatches SET finished_at = NULL, alert = $2, send_until = $3, counties = $4 WHERE id = $1`,
      [id, JSON.stringify(alert), until, counties],
    );
  return count;
}
