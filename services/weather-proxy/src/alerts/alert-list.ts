import { Lease } from '@site/platform/data/lease';
import type { DataSource, EntityManager } from 'typeorm';
import type { Validators } from '../upstream/headers.js';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { ActiveAlert } from './messages/active-alert.js';

/**
 * The one list of alerts that all replicas answer from, a single row in Postgres, and the turns they take at the
 * source: one replica at a time for the whole installation. All durations are measured by the database, so no replica's
 * clock matters.
 */

/** A look that takes longer than this is taken over by another replica. */
const lease = new Lease({ holder: 'watcher', until: 'leased_until' }, 7);
/** The longest a look may take. */
export const attemptSeconds = 4;
/** After a first failure another replica has this long to try; until then the list is still believed. */
export const passSeconds = 3;

/** The list as far as it is known. */
export interface KnownList {
  version: number;
  listVersion: number;
  source: string;
  alerts: ActiveAlert[];
  /** Alerts that left the list without having ended. */
  unlisted: Alert[];
  validators: Validators;
  /** The latest successful look, milliseconds since 1970 UTC by the source's clock. */
  updatedAt?: number;
  /** What the source's clock says now, as far as we know. */
  sourceNow?: number;
  /** Looks that failed since the last successful one. */
  failures: number;
  /** How much longer the list may be believed after a first failure, because another replica may try. */
  passedForMs: number;
}

interface Row {
  version: number;
  list_version: number;
  source: string;
  alerts?: ActiveAlert[];
  unlisted: Alert[];
  validators: Validators;
  updated_at: Date | null;
  source_now: Date | null;
  failures: number;
  passed_for_ms: number;
}

const columns = `version, list_version, source, validators, updated_at,
  heard_source_at + (clock_timestamp() - heard_at) AS source_now, failures,
  coalesce(greatest(0, extract(epoch FROM passed_until - clock_timestamp()) * 1000), 0)::float8 AS passed_for_ms`;

/** The newest messages of the events that are unlisted. */
const unlistedAlerts = `(
  SELECT coalesce(jsonb_agg(alert || jsonb_build_object('unlistedSince',
    to_char(head.unlisted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
  FROM alert_event_heads AS head JOIN alert_events AS event USING (event_key, revision), jsonb_array_elements(event.alerts) AS alert
  WHERE head.unlisted_at IS NOT NULL AND head.ended_at IS NULL)`;

/** Reads the row, with its alerts only when they differ from those of `have`. Undefined when nothing has changed. */
export async function readList(
  database: DataSource | EntityManager,
  have?: { version: number; listVersion: number; alerts: ActiveAlert[] },
): Promise<KnownList | undefined> {
  const [row] = await database.query<Row[]>(
    `SELECT ${columns}, ${unlistedAlerts} AS unlisted,
       CASE WHEN list_version IS DISTINCT FROM $1 THEN alerts END AS alerts
     FROM alert_list WHERE id = 1 AND version IS DISTINCT FROM $2`,
    [have?.listVersion ?? null, have?.version ?? null],
  );
  if (!row) return undefined;
  return {
    version: row.version,
    listVersion: row.list_version,
    source: row.source,
    alerts: row.alerts ?? have?.alerts ?? [],
    unlisted: row.unlisted,
    validators: row.validators,
    failures: row.failures,
    passedForMs: row.passed_for_ms,
    ...(row.updated_at && { updatedAt: row.updated_at.getTime() }),
    ...(row.source_now && { sourceNow: row.source_now.getTime() }),
  };
}

/** Whose turn it is, as one replica sees it. */
export interface Turn {
  /** Whether this replica may look at the source now; if so, nobody else does until the lease is up. */
  isMine: boolean;
  /** When the next look is due, in milliseconds from now. */
  dueInMs: number;
  /** The replica that is looking, or looked last. */
  watcher: string | null;
}

/** A replica that wants to look. */
export interface Watcher {
  /** Its name. */
  watcher: string;
  /** Whether it may step in right after another's failure: not if it has failed itself. */
  mayTakeOver: boolean;
  /** How often the source is looked at. A turn further ahead comes from another setting or a changed clock. */
  everySeconds: number;
}

/** Takes the turn when a look is due, or when another replica has just failed for the first time. */
export async function takeTurn(dataSource: DataSource, watcher: Watcher): Promise<Turn> {
  // Not in a migration, since a database restored from a backup may lack the row.
  await dataSource.query(
    `INSERT INTO alert_list (id, version, list_version, source, alerts, validators, failures, next_look_at)
     SELECT 1, 0, 0, '', '[]', '{}', 0, clock_timestamp() WHERE NOT EXISTS (SELECT FROM alert_list)
     ON CONFLICT (id) DO NOTHING`,
  );
  const [taken] = await dataSource.query<[{ id: number }[], number]>(
    // Whoever takes over gets the length of one more look; the version rises so that every replica hears of it.
    `UPDATE alert_list SET ${lease.take('$1')},
       version = CASE WHEN passed_until > clock_timestamp() THEN version + 1 ELSE version END,
       passed_until = passed_until + $4 * interval '1 second'
     WHERE id = 1 AND ${lease.isFree('alert_list')}
       AND (next_look_at <= clock_timestamp() OR next_look_at > clock_timestamp() + $3 * interval '1 second'
         OR ($2 AND failures = 1 AND passed_until > clock_timestamp() AND watcher IS DISTINCT FROM $1))
     RETURNING id`,
    [watcher.watcher, watcher.mayTakeOver, watcher.everySeconds, attemptSeconds],
  );
  const [row] = await dataSource.query<{ due_in_ms: number; watcher: string | null }[]>(
    `SELECT greatest(extract(epoch FROM next_look_at - clock_timestamp()) * 1000, ${lease.leftMs('alert_list')})::float8
       AS due_in_ms, watcher FROM alert_list WHERE id = 1`,
  );
  return { isMine: taken.length > 0, dueInMs: row?.due_in_ms ?? 0, watcher: row?.watcher ?? null };
}

/** What a look found; absent fields stay as they were. */
export interface LookResult {
  watcher: string;
  /** Until the next look, counted from the start of this one. */
  everySeconds: number;
  lookedForMs: number;
  succeeded: boolean;
  source: string;
  /** Absent when the list has not changed. */
  alerts?: ActiveAlert[];
  validators?: Validators;
  /** By the source's clock; absent when it did not say. */
  sourceNow?: number;
}

/** The list at the moment when it was locked: the wire may have added to it since it was last read. */
export interface HeldList {
  listVersion: number;
  alerts: ActiveAlert[];
  /** The latest successful poll, milliseconds since 1970 UTC by the source's clock. */
  updatedAt?: number;
}

/** Locks the row for writing; undefined when a look that began later has already written. */
export async function holdList(manager: EntityManager, watcher: string): Promise<HeldList | undefined> {
  const [row] = await manager.query<(Pick<Row, 'list_version' | 'updated_at'> & { alerts: ActiveAlert[] })[]>(
    `SELECT list_version, alerts, updated_at FROM alert_list WHERE id = 1 AND ${lease.isHeldBy('$1')} FOR UPDATE`,
    [watcher],
  );
  return (
    row && {
      listVersion: row.list_version,
      alerts: row.alerts,
      ...(row.updated_at && { updatedAt: row.updated_at.getTime() }),
    }
  );
}

/** Records a look, in the transaction that holds the row. */
export async function saveLook(manager: EntityManager, look: LookResult): Promise<void> {
  const heard = look.sourceNow === undefined ? null : new Date(look.sourceNow);
  await manager.query(
    `UPDATE alert_list SET
       version = version + 1,
       list_version = CASE WHEN $3::jsonb IS NULL THEN list_version ELSE version + 1 END,
       source = $2,
       alerts = coalesce($3::jsonb, alerts),
       validators = coalesce($4::jsonb, validators),
       updated_at = CASE WHEN $5 AND $6::timestamptz IS NOT NULL THEN $6 ELSE updated_at END,
       heard_source_at = coalesce($6::timestamptz, heard_source_at),
       heard_at = CASE WHEN $6::timestamptz IS NULL THEN heard_at ELSE clock_timestamp() END,
       failures = CASE WHEN $5 THEN 0 ELSE failures + 1 END,
       next_look_at = clock_timestamp() + greatest(0, $7 - $8 / 1000.0) * interval '1 second',
       ${lease.release},
       passed_until = CASE WHEN $5 THEN NULL ELSE clock_timestamp() + $9 * interval '1 second' END
     WHERE id = 1 AND ${lease.isHeldBy('$1')}`,
    [
      look.watcher,
      look.source,
      look.alerts === undefined ? null : JSON.stringify(look.alerts),
      look.validators === undefined ? null : JSON.stringify(look.validators),
      look.succeeded,
      heard,
      look.everySeconds,
      look.lookedForMs,
      passSeconds,
    ],
  );
}

/** Stops believing a list after a failure that nobody made up for in time; true when this call was the one to do so. */
export async function endPass(manager: EntityManager): Promise<boolean> {
  const [ended] = await manager.query<[unknown[], number]>(
    `UPDATE alert_list SET failures = 2, version = version + 1
     WHERE id = 1 AND failures = 1 AND passed_until <= clock_timestamp() RETURNING id`,
  );
  return ended.length > 0;
}
