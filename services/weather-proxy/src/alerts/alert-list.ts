import { Lease } from '@site/platform/data/lease';
import type { DataSource, EntityManager } from 'typeorm';
import type { Validators } from '../upstream/headers.js';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { ActiveAlert } from './messages/active-alert.js';

/**
 * The alert list that all replicas serve, a single row in Postgres, and the lease on polling the upstream: one replica
 * at a time for the whole installation. The database measures all durations, so replica clocks don't matter.
 */

/** After this many seconds another replica takes over the poll. */
const lease = new Lease({ holder: 'watcher', until: 'leased_until' }, 7);
/** Timeout of a poll. */
export const attemptSeconds = 4;
/** After a first failure another replica has this long to try; until then the list stays valid. */
export const passSeconds = 3;

/** The alert list in its last known state. */
export interface KnownList {
  version: number;
  listVersion: number;
  source: string;
  alerts: ActiveAlert[];
  unlisted: Alert[];
  validators: Validators;
  /** The latest successful poll, milliseconds since 1970 UTC by the upstream clock. */
  updatedAt?: number;
  /** Current time by the upstream clock, if known. */
  sourceNow?: number;
  /** Failed polls since the last successful one. */
  failures: number;
  /** How much longer the list stays valid after a first failure, while another replica may try. */
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

/** The newest messages of unlisted events. */
const unlistedAlerts = `(
  SELECT coalesce(jsonb_agg(alert || jsonb_build_object('unlistedSince',
    to_char(head.unlisted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
  FROM alert_event_heads AS head JOIN alert_events AS event USING (event_key, revision), jsonb_array_elements(event.alerts) AS alert
  WHERE head.unlisted_at IS NOT NULL AND head.ended_at IS NULL)`;

/**
 * Reads the row, with its alerts only if they differ from those of `have`. Returns undefined when nothing has changed.
 */
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

/** The polling lease, as seen by one replica. */
export interface Turn {
  /** Whether this replica may poll now; if so, no other replica polls until the lease expires. */
  isMine: boolean;
  /** When the next poll is due, in milliseconds from now. */
  dueInMs: number;
  /** The replica that is polling, or polled last. */
  watcher: string | null;
}

/** A replica that requests the lease. */
export interface Watcher {
  watcher: string;
  /** Whether it may poll right after another replica's failure: only if its own last poll succeeded. */
  mayTakeOver: boolean;
  /** The polling interval. A due time further ahead comes from a different setting or a changed clock. */
  everySeconds: number;
}

/** Acquires the lease when a poll is due, or when another replica has just failed for the first time. */
export async function takeTurn(dataSource: DataSource, watcher: Watcher): Promise<Turn> {
  // Not in a migration, since a database restored from a backup may lack the row.
  await dataSource.query(
    `INSERT INTO alert_list (id, version, list_version, source, alerts, validators, failures, next_look_at)
     SELECT 1, 0, 0, '', '[]', '{}', 0, clock_timestamp() WHERE NOT EXISTS (SELECT FROM alert_list)
     ON CONFLICT (id) DO NOTHING`,
  );
  const [taken] = await dataSource.query<[{ id: number }[], number]>(
    // The new holder gets time for one more poll; the version increases so that every replica is notified.
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

/** The result of a poll; absent fields keep their stored values. */
export interface LookResult {
  watcher: string;
  /** Seconds until the next poll, counted from the start of this one. */
  everySeconds: number;
  lookedForMs: number;
  succeeded: boolean;
  source: string;
  /** Absent when the list has not changed. */
  alerts?: ActiveAlert[];
  validators?: Validators;
  /** By the upstream clock; absent when the upstream sent no date. */
  sourceNow?: number;
}

/** The list at the moment its row was locked: the NWWS-OI feed may have added to it since the last read. */
export interface HeldList {
  listVersion: number;
  alerts: ActiveAlert[];
  /** The latest successful poll, milliseconds since 1970 UTC by the upstream clock. */
  updatedAt?: number;
}

/** Locks the row for writing; returns undefined when a poll that began later has already written. */
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

/** Records a poll, in the transaction that locked the row. */
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

/** Invalidates the list when no replica recovered in time after a failure; returns true if this call did so. */
export async function endPass(manager: EntityManager): Promise<boolean> {
  const [ended] = await manager.query<[unknown[], number]>(
    `UPDATE alert_list SET failures = 2, version = version + 1
     WHERE id = 1 AND failures = 1 AND passed_until <= clock_timestamp() RETURNING id`,
  );
  return ended.length > 0;
}
