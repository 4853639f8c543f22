/**
 * The alert list that all replicas serve, a row in Postgres. The database measures durations, so replica clocks don't
 * matter.
 */
import type { DataSource, EntityManager } from 'typeorm';
import type { Validators } from '../upstream/headers.js';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { isLeader } from '../leader/weather-leader.js';
import type { ActiveAlert, SetAsideAlert } from './messages/active-alert.js';

export const attemptSeconds = 4;
/** How long the list stays valid after a first failure: 3 s for another replica to take over, and its poll. */
export const passSeconds = 3 + attemptSeconds;

export interface AlertListState {
  version: number;
  listVersion: number;
  source: string;
  alerts: ActiveAlert[];
  unlisted: Alert[];
  /** The weather service's own Spanish texts, by alert id. */
  spanishTexts: ReadonlyMap<string, string>;
  validators: Validators;
  /** Milliseconds since 1970 UTC by the upstream clock. */
  updatedAt?: number;
  upstreamNow?: number;
  /** Failed polls in a row. */
  failures: number;
  setAside: SetAsideAlert[];
  /** Since when the newest poll's events can't be recorded, milliseconds since 1970 UTC by the database's clock. */
  eventsStuckSince?: number;
  /** Remaining validity after a first failure. */
  passedForMs: number;
}

type Row = Omit<AlertListState, 'alerts' | 'spanishTexts' | 'updatedAt' | 'upstreamNow' | 'eventsStuckSince'> & {
  alerts: ActiveAlert[] | null;
  spanishTexts: Record<string, string>;
  updatedAt: Date | null;
  upstreamNow: Date | null;
  eventsStuckSince: Date | null;
};

const columns = `version, list_version AS "listVersion", source, validators, updated_at AS "updatedAt", failures,
  set_aside AS "setAside", events_stuck_since AS "eventsStuckSince",
  upstream_time + (clock_timestamp() - upstream_time_read_at) AS "upstreamNow",
  coalesce(greatest(0, extract(epoch FROM passed_until - clock_timestamp()) * 1000), 0)::float8 AS "passedForMs"`;

const unlistedAlerts = `(
  SELECT coalesce(jsonb_agg(alert || jsonb_build_object('unlistedSince',
    to_char(head.unlisted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
  FROM alert_event_heads AS head JOIN alert_events AS event USING (event_key, revision), jsonb_array_elements(event.alerts) AS alert
  WHERE head.unlisted_at IS NOT NULL AND head.ended_at IS NULL)`;

/** Wireless emergency alerts last hours. */
const recentSpanishText = `(
  SELECT coalesce(jsonb_object_agg(alert_id, text), '{}') FROM alert_spanish_texts
  WHERE text IS NOT NULL AND attempted_at > clock_timestamp() - interval '7 days')`;

/** Reads the row, with alerts if they differ from `have`; undefined when unchanged. */
export async function readList(
  database: DataSource | EntityManager,
  have?: { version: number; listVersion: number; alerts: ActiveAlert[] },
): Promise<AlertListState | undefined> {
  const [row] = await database.query<Row[]>(
    `SELECT ${columns}, ${unlistedAlerts} AS unlisted, ${recentSpanishText} AS "spanishTexts",
       CASE WHEN list_version IS DISTINCT FROM $1 THEN alerts END AS alerts
     FROM alert_list WHERE id = 1 AND version IS DISTINCT FROM $2`,
    [have?.listVersion ?? null, have?.version ?? null],
  );
  if (!row) return undefined;
  const { updatedAt, upstreamNow, eventsStuckSince, spanishTexts, ...rest } = row;
  return {
    ...rest,
    spanishTexts: new Map(Object.entries(spanishTexts)),
    alerts: rest.alerts ?? have?.alerts ?? [],
    ...(updatedAt && { updatedAt: updatedAt.getTime() }),
    ...(upstreamNow && { upstreamNow: upstreamNow.getTime() }),
    ...(eventsStuckSince && { eventsStuckSince: eventsStuckSince.getTime() }),
  };
}

/** A restored database may lack the row. */
export const ensureListRow = (database: DataSource | EntityManager) =>
  database.query(
    `INSERT INTO alert_list (id, version, list_version, source, alerts, validators, failures)
     SELECT 1, 0, 0, '', '[]', '{}', 0 WHERE NOT EXISTS (SELECT FROM alert_list) ON CONFLICT (id) DO NOTHING`,
  );

/** Absent fields keep their stored values. */
export interface PollResult {
  /** Of the leader's lease. */
  holder: string;
  succeeded: boolean;
  source: string;
  /** Absent when unchanged. */
  alerts?: ActiveAlert[];
  validators?: Validators;
  setAside?: SetAsideAlert[];
  /** Whether every event of the poll is recorded. */
  isRecorded?: boolean;
  /** By the upstream clock. */
  upstreamNow?: number;
}

/** The NWWS-OI feed may have added to it since the last read. */
export interface LockedList {
  listVersion: number;
  alerts: ActiveAlert[];
  updatedAt?: number;
}

/** Locks the row; undefined when another replica leads. */
export async function lockList(manager: EntityManager, holder: string): Promise<LockedList | undefined> {
  const [row] = await manager.query<Pick<Row, 'listVersion' | 'alerts' | 'updatedAt'>[]>(
    `SELECT list_version AS "listVersion", alerts, updated_at AS "updatedAt"
     FROM alert_list WHERE id = 1 AND ${isLeader('$1')} FOR UPDATE`,
    [holder],
  );
  if (!row) return undefined;
  const { listVersion, alerts, updatedAt } = row;
  return { listVersion, alerts: alerts ?? [], ...(updatedAt && { updatedAt: updatedAt.getTime() }) };
}

/** Call within the transaction that locked the row. */
export async function savePoll(manager: EntityManager, poll: PollResult): Promise<void> {
  const receivedAt = poll.upstreamNow === undefined ? null : new Date(poll.upstreamNow);
  await manager.query(
    `UPDATE alert_list SET
       version = version + 1,
       list_version = CASE WHEN $3::jsonb IS NULL THEN list_version ELSE version + 1 END,
       source = $2,
       alerts = coalesce($3::jsonb, alerts),
       validators = coalesce($4::jsonb, validators),
       updated_at = CASE WHEN $5 AND $6::timestamptz IS NOT NULL THEN $6 ELSE updated_at END,
       upstream_time = coalesce($6::timestamptz, upstream_time),
       upstream_time_read_at = CASE WHEN $6::timestamptz IS NULL THEN upstream_time_read_at ELSE clock_timestamp() END,
       failures = CASE WHEN $5 THEN 0 ELSE failures + 1 END,
       passed_until = CASE WHEN $5 THEN NULL ELSE clock_timestamp() + $7 * interval '1 second' END,
       set_aside = coalesce($8::jsonb, set_aside),
       events_stuck_since = CASE WHEN $9::boolean IS NULL THEN events_stuck_since
         WHEN NOT $9 THEN coalesce(events_stuck_since, clock_timestamp()) END
     WHERE id = 1 AND ${isLeader('$1')}`,
    [
      poll.holder,
      poll.source,
      poll.alerts === undefined ? null : JSON.stringify(poll.alerts),
      poll.validators === undefined ? null : JSON.stringify(poll.validators),
      poll.succeeded,
      receivedAt,
      passSeconds,
      poll.setAside === undefined ? null : JSON.stringify(poll.setAside),
      poll.isRecorded ?? null,
    ],
  );
}

/** Makes replicas and gateways read the list again, whose alerts are unchanged. */
export const bumpVersion = (manager: EntityManager) =>
  manager.query('UPDATE alert_list SET version = version + 1 WHERE id = 1');

/** Invalidates the list when no replica recovered in time, and returns whether it did. */
export async function endPass(manager: EntityManager): Promise<boolean> {
  const [ended] = await manager.query<[unknown[], number]>(
    `UPDATE alert_list SET failures = 2, version = version + 1
     WHERE id = 1 AND failures = 1 AND passed_until <= clock_timestamp() RETURNING id`,
  );
  return ended.length > 0;
}
