import { newId } from '@site/platform/base/ids';
import { FailedRows } from '@site/platform/jobs/work-loop';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { kindOf, phenomenonOf } from '@site/domain/notifications/kinds';
import type { DataSource, EntityManager } from 'typeorm';
import { applyAutomaticBrake } from '../brake/automatic-brake.js';
import { openShards } from './wake-held.js';
import { decide, type KnownEvent, type PlannedRun } from './decide.js';
import { mannersOf, sendUntil, wishLevelOf } from './urgency.js';

/** Turns what the weather service's log says into runs: cursor, memory of events and runs change together or not at all. */

/** Postgres takes no NUL in a text. */
export const asText = (text: string): string => text.replaceAll('\0', '');

/** How far the log has been read, and which revision was there. */
export interface Cursor {
  after: number;
  eventKey: string;
  revision: number;
}

const selectCursor = 'SELECT after, event_key AS "eventKey", revision FROM event_cursor WHERE id = 1';

export async function readCursor(database: Pick<EntityManager, 'query'>): Promise<Cursor> {
  const [cursor] = await database.query<Cursor[]>(selectCursor);
  return cursor ?? { after: 0, eventKey: '', revision: 0 };
}

/** A run and what made it. */
export interface MadeRun extends PlannedRun {
  id: string;
  alert: AlertEvent;
  priority: number;
}

/** Milliseconds since 1970 UTC. */
interface Times {
  /** By our clock. */
  now: number;
  /** By the weather service's, whose times are judged by it: a wrong clock of ours neither silences a warning nor tells an old one. */
  sourceNow: number;
}

/** An event that the weather proxy can't send. */
export interface UnreadableEvent {
  sequence: number;
  reason: string;
}

export interface Page {
  events: readonly AlertEvent[];
  /** The cursor that the page was asked with; when another process has moved it, nothing happens. Absent for a parked event. */
  expected?: Cursor;
  /** Before these. */
  unreadable?: UnreadableEvent | undefined;
  now: number;
  sourceNow?: number;
}

/**
 * Records one page of the log. An event that fails is parked: later ones must not wait for it.
 * @returns the runs that were made; "moved" when another process was faster
 * @throws the error of an outage; then nothing is recorded
 */
export async function recordEvents(
  dataSource: DataSource,
  { events, expected, unreadable, now, sourceNow = now }: Page,
  rows = new FailedRows('alert-events'),
): Promise<MadeRun[] | 'moved'> {
  return dataSource.transaction(async (manager) => {
    const [held] = await manager.query<Cursor[]>(`${selectCursor} FOR UPDATE`);
    if (held && expected && held.after !== expected.after) return 'moved';
    if (unreadable) await park(manager, unreadable);
    const made: MadeRun[] = [];
    for (const alert of events.toSorted((left, right) => left.sequence - right.sequence)) {
      const { result, failed } = await rows.attempt(String(alert.sequence), () =>
        manager.transaction((inner) => recordEvent(inner, alert, { now, sourceNow })),
      );
      if (failed) await park(manager, { ...alert, reason: failed.reason });
      else made.push(...result);
    }
    const last = events.at(-1);
    if (last && expected)
      await manager.query('UPDATE event_cursor SET after = $1, event_key = $2, revision = $3 WHERE id = 1', [
        last.sequence,
        asText(last.eventKey),
        last.revision,
      ]);
    if (made.length > 0) {
      await rows.attempt('automatic brake', () => manager.transaction(applyAutomaticBrake));
      // Wakes the senders on commit.
      await manager.query(`SELECT pg_notify($1, '')`, [runsChannel]);
    }
    return made;
  });
}

async function recordEvent(manager: EntityManager, alert: AlertEvent, times: Times): Promise<MadeRun[]> {
  const known = await knownEvent(manager, alert.eventKey);
  const decision = decide(alert, known, times.sourceNow);
  if (decision.known !== known) await remember(manager, alert, decision.known);
  return decision.run ? makeRun(manager, alert, decision.run, times) : [];
}

/**
 * Leaves an event for later attempts, each after a longer wait: 1 s at first, 10 minutes at most. A later revision of its event may
 * be recorded before it, and then it says nothing any more.
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

/** Returns the sequence numbers of the parked events that are due for another attempt, and when the next one is. */
export async function dueParked(dataSource: DataSource): Promise<{ due: number[]; nextInMs: number }> {
  const parked = await dataSource.query<{ sequence: number; in_ms: number }[]>(
    `SELECT sequence, greatest(0, extract(epoch FROM retry_at - now()) * 1000)::float8 AS in_ms
     FROM parked_events ORDER BY retry_at, sequence LIMIT 20`,
  );
  const due = parked.filter(({ in_ms }) => in_ms === 0).map(({ sequence }) => sequence);
  const nextInMs = Math.min(...parked.map(({ in_ms }) => in_ms).filter((inMs) => inMs > 0));
  return { due: due.sort((one, other) => one - other), nextInMs };
}

/** Removes a parked event: another attempt has succeeded, or the log no longer has the event. */
export const unpark = (dataSource: DataSource, sequence: number) =>
  dataSource.query('DELETE FROM parked_events WHERE sequence = $1', [sequence]);

/** The channel on which senders hear of new runs. */
export const runsChannel = 'notifications_runs';

/** The log has started over, in a database that was restored or made anew: it is read from its beginning. */
export async function startOver(dataSource: DataSource, expected: Cursor): Promise<void> {
  await dataSource.query(
    `WITH restarted AS (
       UPDATE event_cursor SET after = 0, event_key = '', revision = 0 WHERE id = 1 AND after = $1 RETURNING id)
     DELETE FROM parked_events WHERE EXISTS (SELECT FROM restarted)`,
    [expected.after],
  );
}

async function knownEvent(manager: EntityManager, eventKey: string): Promise<KnownEvent | undefined> {
  const [row] = await manager.query<(Omit<KnownEvent, 'saidEnds'> & { saidEnds: Date | null })[]>(
    `SELECT revision, threat_step AS "threatStep", said_ends AS "saidEnds", counties, announced, over
     FROM watched_events WHERE event_key = $1`,
    [eventKey],
  );
  return row && { ...row, saidEnds: row.saidEnds?.toISOString() ?? null };
}

const remember = (manager: EntityManager, alert: AlertEvent, known: KnownEvent) =>
  manager.query(
    `INSERT INTO watched_events (event_key, revision, threat_step, said_ends, counties, announced, over, alert)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (event_key) DO UPDATE SET revision = excluded.revision, threat_step = excluded.threat_step,
       said_ends = excluded.said_ends, counties = excluded.counties, announced = excluded.announced, over = excluded.over,
       alert = excluded.alert, updated_at = now()`,
    [
      alert.eventKey,
      known.revision,
      known.threatStep,
      known.saidEnds,
      known.counties,
      known.announced,
      known.over,
      JSON.stringify(alert),
    ],
  );

/** What is quiet does not go before what is news. */
const quietPriority = 2;

async function makeRun(
  manager: EntityManager,
  alert: AlertEvent,
  planned: PlannedRun,
  { now, sourceNow }: Times,
): Promise<MadeRun[]> {
  const isQuiet = planned.kind === 'quiet' || planned.kind === 'ended';
  const { priority: usual } = mannersOf(alert);
  const priority = isQuiet ? Math.max(usual, quietPriority) : usual;
  const id = newId();
  const clockAheadMs = Math.round(now - sourceNow);
  const [inserted] = await manager.query<unknown[]>(
    `INSERT INTO alert_runs (id, event_key, revision, kind, audience, alert_kind, level, priority, counties, alert, sent_at,
       first_seen_at, clock_ahead_ms, created_at, send_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (event_key, revision) DO NOTHING RETURNING id`,
    [
      ...[id, alert.eventKey, alert.revision, planned.kind, planned.audience],
      ...[kindOf(alert.event, phenomenonOf(alert.eventKey)), wishLevelOf(alert), priority, planned.counties],
      ...[JSON.stringify(alert), alert.sent, alert.firstSeenAt, clockAheadMs, new Date(now)],
      new Date(planned.kind === 'ended' ? now + endedIsNewsMs : sendUntil(alert, sourceNow) + clockAheadMs),
    ],
  );
  // Made before, by a log that has started over.
  if (!inserted) return [];
  await openShards(manager, id);
  if (planned.kind !== 'grown' && planned.kind !== 'quiet')
    await manager.query(
      `UPDATE alert_runs SET superseded = true
       WHERE event_key = $1 AND revision < $2 AND finished_at IS NULL AND ($3 OR counties <@ $4::text[])`,
      [alert.eventKey, alert.revision, planned.kind === 'ended', planned.counties],
    );
  return [{ ...planned, id, alert, priority }];
}

/** After this nobody need be told that something is over. */
const endedIsNewsMs = 15 * 60_000;
