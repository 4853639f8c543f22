/** Merges a poll of the list with alerts of the NWWS-OI feed only. */
import type { FailedRows } from '@site/platform/jobs/work-loop';
import type { EntityManager } from 'typeorm';
import type { Validators } from '../upstream/headers.js';
import { isFromNwws } from './messages/nwws-id.js';
import { listedAs, listedIn, findActiveNwwsMessages } from './nwws-validity/nwws-validity.js';
import type { LockedList } from './alert-list.js';
import { eventsOf } from './events/event-key.js';
import { recordMessages, recordNoChange } from './events/event-log.js';
import type { ActiveAlert, ReadAlerts } from './messages/active-alert.js';

export interface Seen {
  /** Absent when unchanged. */
  read?: ReadAlerts;
  upstreamNow?: number;
  /** Parsed in full, with a known time. */
  isComplete: boolean;
  validators: Validators;
}

/** After this long without a successful poll, new events may have been in effect for a while. */
const gapMs = 2 * 60_000;

export interface RecordedAgainst {
  current: LockedList;
  /** This replica's alerts when it polled. */
  known: readonly ActiveAlert[];
  /** Milliseconds since 1970 UTC, by the upstream clock. */
  at: number;
  rows?: FailedRows;
}

/**
 * Records a poll, and returns all alerts in force.
 * @param manager of the transaction that locks the list's row
 */
export async function recordPoll(
  manager: EntityManager,
  { read, isComplete }: Seen,
  { current, known, at, rows }: RecordedAgainst,
): Promise<ActiveAlert[]> {
  const listed = known.filter(isListed);
  const nwwsMessages = await findActiveNwwsMessages(manager, {
    listed: read ? listedIn(read) : listedAs(listed),
    at,
    isComplete,
  });
  if (read) {
    const inForce = [...read.inForce, ...nwwsMessages];
    const isAfterGap = current.updatedAt === undefined || at - current.updatedAt > gapMs;
    await recordMessages(manager, {
      read: { ...read, inForce },
      at,
      isComplete,
      isAfterGap,
      ...(rows && { rows }),
    });
    return [...withUnread(read, listed), ...nwwsMessages.map(({ alert }) => alert)];
  }
  // The NWWS-OI feed may have upgraded the listed alert's revision.
  const newest = new Map(current.alerts.map((alert) => [alert.id, alert]));
  const ids = [...listed, ...nwwsMessages.map(({ alert }) => alert)].map(({ id }) => id);
  const before = new Map(listed.map((alert) => [alert.id, alert]));
  const alerts = ids.flatMap((id) => newest.get(id) ?? before.get(id) ?? []);
  await recordNoChange(manager, new Set(alerts.map(({ eventKey }) => eventKey)), { at, ...(rows && { rows }) });
  return alerts;
}

/**
 * Returns the alerts in force without the event log, which records the NWWS-OI messages that the list has confirmed or
 * replaced: all of them stay. Sets `eventKey` and `revision` of the list's alerts in place.
 */
export function inForceWithoutDatabase(read: ReadAlerts, previousAlerts: readonly ActiveAlert[]): ActiveAlert[] {
  const eventOf = new Map(previousAlerts.map(({ id, eventKey, revision }) => [id, { eventKey, revision }]));
  const going = new Set(previousAlerts.map(({ eventKey }) => eventKey));
  const names = { keyOfMessage: (id: string) => eventOf.get(id)?.eventKey, isGoing: (key: string) => going.has(key) };
  for (const message of read.inForce) {
    message.alert.eventKey = eventsOf(message, names)[0]?.eventKey ?? '';
    message.alert.revision = eventOf.get(message.alert.id)?.revision ?? 1;
  }
  return [...withUnread(read, previousAlerts.filter(isListed)), ...previousAlerts.filter(({ id }) => isFromNwws(id))];
}

const isListed = ({ id }: ActiveAlert) => !isFromNwws(id);

/** Keeps known alerts until they end: an unreadable alert may be one of them. */
function withUnread(
  { inForce, replaced, endings, setAside }: ReadAlerts,
  previousAlerts: readonly ActiveAlert[],
): ActiveAlert[] {
  const alerts = inForce.map(({ alert }) => alert);
  if (setAside.length === 0) return alerts;
  const removedIds = new Set([...replaced, ...[...inForce, ...endings].map(({ alert }) => alert.id)]);
  return [...alerts, ...previousAlerts.filter(({ id }) => !removedIds.has(id))];
}
