/** Turns the weather proxy's log into dispatches; cursor, event state and dispatches change in one transaction. */
import { newId } from '@site/platform/base/ids';
import { FailedRows } from '@site/platform/jobs/work-loop';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { kindOf, phenomenonOf } from '@site/domain/notifications/kinds';
import type { DataSource, EntityManager } from 'typeorm';
import { lanes, shardCount } from '../dispatches/dispatch-rows.js';
import { applyAutomaticPause } from '../kill-switch/automatic-pause.js';
import { decide, isRelease, type TrackedEvent, type PlannedDispatch } from './decide-dispatches.js';
import { deliveryOptionsOf, sendUntil, alertLevelOf } from './urgency.js';

/** Postgres text can't contain NUL. */
export const asText = (text: string): string => text.replaceAll('\0', '');

/** Position in the log, and the revision found there. */
export interface Cursor {
  after: number;
  eventKey: string;
  revision: number;
}

const selectCursor = 'SELECT after, event_key AS "eventKey", revision FROM event_cursor WHERE id = 1';

/** Returns the start of the log if nothing was read yet. */
export async function readCursor(database: Pick<EntityManager, 'query'>): Promise<Cursor> {
  const [cursor] = await database.query<Cursor[]>(selectCursor);
  return cursor ?? { after: 0, eventKey: '', revision: 0 };
}

export interface CreatedDispatch extends PlannedDispatch {
  id: string;
  alert: AlertEvent;
  priority: number;
}

/** Milliseconds since 1970 UTC. */
interface Times {
  /** By our clock. */
  now: number;
  /** The upstream clock: a wrong clock of ours can't suppress a warning or send an old one. */
  sourceNow: number;
}

/** An event that the weather proxy can't send. */
export interface UnreadableEvent {
  sequence: number;
  reason: string;
}

export interface Page {
  events: readonly AlertEvent[];
  /** The page's cursor; nothing happens if another process has moved it. Absent for a parked event. */
  expected?: Cursor;
  /** Recorded before the events. */
  unreadable?: UnreadableEvent | undefined;
  now: number;
  sourceNow?: number;
}

/**
 * Records one page of the log. Events that fail are parked, so that later ones don't wait.
 * @returns the created dispatches; "moved" if another process was faster
 * @throws the error of an outage; then nothing is recorded
 */
export async function recordEvents(
  dataSource: DataSource,
  { events, expected, unreadable, now, sourceNow = now }: Page,
  rows = new FailedRows('alert-events'),
): Promise<CreatedDispatch[] | 'moved'> {
  return dataSource.transaction(async (manager) => {
    const [cursor] = await manager.query<Cursor[]>(`${selectCursor} FOR UPDATE`);
    if (cursor && expected && cursor.after !== expected.after) return 'moved';
    if (unreadable) await park(manager, unreadable);
    const dispatches: CreatedDispatch[] = [];
    for (const alert of events.toSorted((left, right) => left.sequence - right.sequence)) {
      const { result, failed } = await rows.attempt(String(alert.sequence), () =>
        manager.transaction((inner) => recordEvent(inner, alert, { now, sourceNow })),
      );
      if (failed) await park(manager, { ...alert, reason: failed.reason });
      else dispatches.push(...result);
    }
    const last = events.at(-1);
    if (last && expected)
      await manager.query('UPDATE event_cursor SET after = $1, event_key = $2, revision = $3 WHERE id = 1', [
        last.sequence,
        asText(last.eventKey),
        last.revision,
      ]);
    if (dispatches.length > 0) {
      await rows.attempt('automatic pause', () => manager.transaction(applyAutomaticPause));
      await manager.query(`SELECT pg_notify($1, '')`, [dispatchesChannel]);
    }
    return dispatches;
  });
}

async function recordEvent(manager: EntityManager, alert: AlertEvent, times: Times): Promise<CreatedDispatch[]> {
  const tracked = await findTrackedEvent(manager, alert.eventKey);
  const decision = decide(alert, tracked, times.sourceNow);
  if (decision.known !== tracked) await remember(manager, alert, decision.known);
  return decision.dispatch ? createDispatch(manager, alert, decision.dispatch, times) : [];
}

/**
 * Parks an event for later attempts, with backoff from 1 s to 10 minutes. After a later revision, the parked one has no
 * effect.
 */
export const park = (
  database: Pick<EntityManager, 'query'>,
  {
    sequence,
    eventKey = '',
    revision = 0,
    reason,
  }: UnreadableEvent & Partial<Pick<AlertEvent, 'eventKey' | 'revision'>>,
) =>
  database.query(
    `INSERT INTO parked_events AS parked (sequence, event_key, revision, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT (sequence) DO UPDATE SET reason = excluded.reason, attempts = parked.attempts + 1,
       retry_at = now() + least(interval '10 minutes', interval '1 second' * 2 ^ least(parked.attempts, 20))`,
    [sequence, asText(eventKey), revision, reason],
  );

/** Returns up to 20 due sequence numbers in order, and milliseconds to the next (Infinity if none). */
export async function dueParked(dataSource: DataSource): Promise<{ due: number[]; nextInMs: number }> {
  const parked = await dataSource.query<{ sequence: number; in_ms: number }[]>(
    `SELECT sequence, greatest(0, extract(epoch FROM retry_at - now()) * 1000)::float8 AS in_ms
     FROM parked_events ORDER BY retry_at, sequence LIMIT 20`,
  );
  const due = parked.filter(({ in_ms }) => in_ms === 0).map(({ sequence }) => sequence);
  const nextInMs = Math.min(...parked.map(({ in_ms }) => in_ms).filter((inMs) => inMs > 0));
  return { due: due.sort((one, other) => one - other), nextInMs };
}

/** Removes an event that was recorded, or is gone from the log. */
export const unpark = (dataSource: DataSource, sequence: number) =>
  dataSource.query('DELETE FROM parked_events WHERE sequence = $1', [sequence]);

export const dispatchesChannel = 'notifications_runs';

/** Restarts from the beginning of a replaced log (a restored or new database). */
export async function startOver(dataSource: DataSource, expected: Cursor): Promise<void> {
  await dataSource.query(
    `WITH restarted AS (
       UPDATE event_cursor SET after = 0, event_key = '', revision = 0 WHERE id = 1 AND after = $1 RETURNING id)
     DELETE FROM parked_events WHERE EXISTS (SELECT FROM restarted)`,
    [expected.after],
  );
}

async function findTrackedEvent(manager: EntityManager, eventKey: string): Promise<TrackedEvent | undefined> {
  const [row] = await manager.query<(Omit<TrackedEvent, 'statedEnds'> & { statedEnds: Date | null })[]>(
    `SELECT revision, threat_step AS "threatStep", stated_ends AS "statedEnds", counties, released, announced, over
     FROM watched_events WHERE event_key = $1`,
    [eventKey],
  );
  return row && { ...row, statedEnds: row.statedEnds?.toISOString() ?? null };
}

const remember = (manager: EntityManager, alert: AlertEvent, tracked: TrackedEvent) =>
  manager.query(
    `INSERT INTO watched_events (event_key, revision, threat_step, stated_ends, counties, released, announced, over, alert)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (event_key) DO UPDATE SET revision = excluded.revision, threat_step = excluded.threat_step,
       stated_ends = excluded.stated_ends, counties = excluded.counties, released = excluded.released,
       announced = excluded.announced, over = excluded.over, alert = excluded.alert, updated_at = now()`,
    [
      alert.eventKey,
      tracked.revision,
      tracked.threatStep,
      tracked.statedEnds,
      tracked.counties,
      tracked.released,
      tracked.announced,
      tracked.over,
      JSON.stringify(alert),
    ],
  );

/** Silent messages don't go before audible ones. */
const quietPriority = 2;

async function createDispatch(
  manager: EntityManager,
  alert: AlertEvent,
  planned: PlannedDispatch,
  { now, sourceNow }: Times,
): Promise<CreatedDispatch[]> {
  const isQuiet = planned.kind === 'quiet' || planned.kind === 'ended';
  const { priority: defaultPriority } = deliveryOptionsOf(alert);
  const priority = isQuiet ? Math.max(defaultPriority, quietPriority) : defaultPriority;
  const id = newId();
  // The text of an event that goes on elsewhere doesn't apply to the released counties.
  const announced = isRelease(alert, planned) ? { ...alert, text: undefined } : alert;
  const clockAheadMs = Math.round(now - sourceNow);
  const [inserted] = await manager.query<unknown[]>(
    `INSERT INTO dispatches (id, event_key, revision, kind, audience, alert_kind, level, priority, counties, alert, sent_at,
       first_seen_at, clock_ahead_ms, created_at, send_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (event_key, revision) DO NOTHING RETURNING id`,
    [
      id,
      alert.eventKey,
      alert.revision,
      planned.kind,
      planned.audience,
      kindOf(alert.event, phenomenonOf(alert.eventKey)),
      alertLevelOf(alert),
      priority,
      planned.counties,
      JSON.stringify(announced),
      alert.sent,
      alert.firstSeenAt,
      clockAheadMs,
      new Date(now),
      new Date(planned.kind === 'ended' ? now + endedIsNewsMs : sendUntil(alert, sourceNow) + clockAheadMs),
    ],
  );
  // Already created from an earlier log.
  if (!inserted) return [];
  await manager.query(
    `INSERT INTO dispatch_shards (dispatch_id, shard) SELECT $1, generate_series(0, ${lanes.length * shardCount - 1})`,
    [id],
  );
  await supersede(manager, alert, planned);
  return [{ ...planned, id, alert, priority }];
}

/**
 * Closes earlier dispatches that this one makes obsolete. The release of some counties removes them from the others;
 * the end of the event closes all.
 */
async function supersede(manager: EntityManager, alert: AlertEvent, planned: PlannedDispatch): Promise<void> {
  const { eventKey, revision } = alert;
  const { kind, counties } = planned;
  if (kind === 'grown' || kind === 'quiet') return;
  const releases = isRelease(alert, planned);
  const earlier = 'event_key = $1 AND revision < $2 AND finished_at IS NULL';
  await manager.query(`UPDATE dispatches SET superseded = true WHERE ${earlier} AND ($3 OR counties <@ $4::text[])`, [
    eventKey,
    revision,
    kind === 'ended' && !releases,
    counties,
  ]);
  if (releases)
    await manager.query(
      `UPDATE dispatches SET counties = ARRAY(SELECT unnest(counties) EXCEPT SELECT unnest($3::text[]) ORDER BY 1)
       WHERE ${earlier} AND NOT superseded AND counties && $3::text[]`,
      [eventKey, revision, counties],
    );
}

/** After this, an event's end isn't worth a message. */
const endedIsNewsMs = 15 * 60_000;
