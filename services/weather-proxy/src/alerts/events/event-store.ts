/** Tables of the event log: revisions, the current state ("head") of each event, and its messages. */
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { dangerOf, threatStepOf } from '@site/domain/weather/danger';
import type { EntityManager } from 'typeorm';
import type { ReadAlerts } from '../messages/active-alert.js';
import { contentNames } from './event-key.js';
import { AlertEventHead } from './alert-events.entities.js';
import { findTopAlert } from './revision-changes.js';

export interface Revision {
  action: string;
  sent: string;
  /** In force with it; for an ending, its messages. */
  alerts: Alert[];
  changes: string[];
  /** An ending keeps the last ones. */
  counties: string[];
  newCounties: string[];
  /** Released because another event replaces it there, or its time there is over. */
  replacedCounties?: string[];
  /** The alert that determines the event's markers; an ending keeps the last one. */
  marks: Alert | undefined;
  /** In effect before the proxy could see it. */
  alreadyActive?: boolean;
}

/** A message this long after an event's end continues it. */
const lingersMs = 48 * 3_600_000;

const iso = (ms: number) => new Date(ms).toISOString();

/** Appends a revision under the next sequence number. @param at milliseconds since 1970 UTC */
export async function append(
  manager: EntityManager,
  head: AlertEventHead,
  at: number,
  revision: Revision,
): Promise<void> {
  const { marks } = revision;
  await manager.query(
    // A Postgres sequence would have gaps, number out of order, and restart in a restored database.
    `INSERT INTO alert_events (sequence, event_key, revision, action, event, severity, counties, new_counties, alert_id, danger,
       threat_step, sent, first_seen_at, onset, ends, changes, alerts, already_active, replaced_counties)
     SELECT coalesce(max(sequence), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
     FROM alert_events`,
    [
      head.eventKey,
      head.revision,
      revision.action,
      head.event,
      marks?.severity ?? 'Unknown',
      revision.counties,
      revision.newCounties,
      findTopAlert(revision.alerts)?.id ?? '',
      marks?.danger ?? dangerOf({ event: head.event, severity: '' }).danger,
      marks ? threatStepOf(marks) : 0,
      revision.sent,
      iso(at),
      revision.alerts.flatMap(({ onset }) => onset ?? []).toSorted()[0] ?? null,
      head.ends,
      revision.changes,
      JSON.stringify(revision.alerts),
      revision.alreadyActive ?? false,
      revision.replacedCounties ?? [],
    ],
  );
}

/** Returns the alerts in force with the head's revision; none if it isn't stored. */
export async function alertsOfRevision(manager: EntityManager, head: AlertEventHead): Promise<Alert[]> {
  const [row] = await manager.query<{ alerts: Alert[] }[]>(
    'SELECT alerts FROM alert_events WHERE event_key = $1 AND revision = $2',
    [head.eventKey, head.revision],
  );
  return row?.alerts ?? [];
}

/** Returns active and recently ended events. */
export async function goingHeads(manager: EntityManager, at: number): Promise<Map<string, AlertEventHead>> {
  const rows = await manager
    .createQueryBuilder(AlertEventHead, 'head')
    .where('head.ended_at IS NULL OR head.last_seen_at > :since', { since: iso(at - lingersMs) })
    .getMany();
  return new Map(rows.map((row) => [row.eventKey, row]));
}

export const saveHead = (manager: EntityManager, head: AlertEventHead) =>
  manager.getRepository(AlertEventHead).upsert({ ...head }, ['eventKey']);

/** Maps a list's messages to events. */
export async function findMessageEvents(manager: EntityManager, read: ReadAlerts): Promise<Map<string, string>> {
  const ids = [...read.inForce, ...read.endings].flatMap((message) => [
    message.alert.id,
    ...message.references,
    ...contentNames(message),
  ]);
  if (ids.length === 0) return new Map();
  const rows = await manager.query<{ alert_id: string; event_key: string }[]>(
    'SELECT alert_id, event_key FROM alert_messages WHERE alert_id = ANY($1)',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ alert_id: id, event_key: key }) => [id, key]));
}

/** Includes messages known only from references. */
export async function rememberMessages(
  manager: EntityManager,
  named: ReadonlyMap<string, string>,
  existing: ReadonlyMap<string, string>,
  at: number,
): Promise<void> {
  const added = [...named].filter(([id]) => !existing.has(id));
  if (added.length === 0) return;
  await manager.query(
    `INSERT INTO alert_messages (alert_id, event_key, first_seen_at)
     SELECT id, key, $3 FROM unnest($1::text[], $2::text[]) AS named (id, key)
     ON CONFLICT (alert_id) DO NOTHING`,
    [added.map(([id]) => id), added.map(([, key]) => key), iso(at)],
  );
}

/** Older warnings are in public archives. */
const retentionDays = 731;

/** Removes older events, except active ones. */
export async function deleteOldEvents(manager: EntityManager, at: number): Promise<void> {
  const before = iso(at - retentionDays * 86_400_000);
  await manager.query(
    `DELETE FROM alert_events USING alert_event_heads AS head
     WHERE head.event_key = alert_events.event_key AND head.ended_at < $1`,
    [before],
  );
  await manager.query('DELETE FROM alert_event_heads WHERE ended_at < $1', [before]);
  await manager.query(
    `DELETE FROM alert_messages WHERE first_seen_at < $1
     AND NOT EXISTS (SELECT FROM alert_event_heads AS head WHERE head.event_key = alert_messages.event_key)`,
    [before],
  );
  await manager.query('DELETE FROM alert_spanish_texts WHERE attempted_at < $1', [before]);
}
