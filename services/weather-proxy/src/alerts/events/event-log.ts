import { announce } from '@site/platform/data/changes';
import type { FailedRows } from '@site/platform/jobs/work-loop';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { EntityManager } from 'typeorm';
import { isFromNwws } from '../messages/nwws-id.js';
import { digestOf, type ActiveAlert, type Message, type ReadAlerts } from '../messages/active-alert.js';
import type { AlertEventHead, EndedBy } from './alert-events.entities.js';
import { eventsOf, type Concern, type KnownEvents } from './event-key.js';
import { alertsOfRevision, append, goingHeads, messagesKnown, rememberMessages, saveHead } from './event-store.js';
import { changesBetween, countiesOf, endOf, textUpdated, worstOf } from './revision-changes.js';
import type { VtecAction } from '../messages/vtec.js';

/**
 * Records a revision for every event that began, changed or ended. Only the lease holder writes, in the transaction
 * that publishes its list.
 */

/** Complete lists in a row without an event. */
const pollsUntilUnlisted = 2;
/** An event without an end time is closed after this time unlisted. */
const openEndedUnlistedMs = 24 * 3_600_000;

interface Sighting {
  inForce: Message[];
  endings: { message: Message; concern: Concern }[];
  actions: VtecAction[];
}

export interface Observation {
  read: ReadAlerts;
  /** Milliseconds since 1970 UTC, by the upstream clock. */
  at: number;
  /** Only then does a missing event count. */
  isComplete: boolean;
  /** After an outage or on a new installation, new events were already in effect. */
  isAfterGap: boolean;
  /** Counts and skips events that can't be recorded. */
  rows?: FailedRows;
}

/** Isolates events: a failing one must not stop the others from being sent. */
function eventAttempts(manager: EntityManager, heads: Map<string, AlertEventHead>, rows?: FailedRows) {
  return async (eventKey: string, work: (manager: EntityManager) => Promise<void>): Promise<void> => {
    if (!rows) return work(manager);
    const before = heads.get(eventKey);
    const { failed } = await rows.attempt(eventKey, () => manager.transaction(work));
    if (!failed) return;
    if (before) heads.set(eventKey, before);
    else heads.delete(eventKey);
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Drops fields outside the contract. */
function answered({ endsAt: _endsAt, area: _area, wireless: _wireless, ...alert }: ActiveAlert): Alert {
  return alert;
}

/** Most significant first. */
const tellingActions: readonly VtecAction[] = ['EXB', 'EXA', 'EXT', 'COR', 'CON', 'NEW'];

/**
 * Records a poll and sets `eventKey` and `revision` of every alert in force, in place.
 * @param manager of the transaction that locks the list's row
 */
export async function recordMessages(
  manager: EntityManager,
  { read, at, isComplete, isAfterGap, rows }: Observation,
): Promise<void> {
  const heads = await goingHeads(manager, at);
  const attempt = eventAttempts(manager, heads, rows);
  const keyOfMessage = await messagesKnown(manager, read);
  const known: KnownEvents = { keyOfMessage: (id) => keyOfMessage.get(id), isGoing: (key) => heads.has(key) };
  const sightings = new Map<string, Sighting>();
  const named = new Map<string, string>();

  for (const message of [...read.inForce, ...read.endings]) {
    const concerns = eventsOf(message, known);
    const [main] = concerns;
    if (!main) continue;
    for (const concern of concerns) {
      const sighting = sightings.get(concern.eventKey) ?? { inForce: [], endings: [], actions: [] };
      sightings.set(concern.eventKey, sighting);
      if (concern.ends) sighting.endings.push({ message, concern });
      else sighting.inForce.push(message);
      if (concern.code) sighting.actions.push(concern.code.action);
    }
    for (const id of [message.alert.id, ...message.references]) if (!named.has(id)) named.set(id, main.eventKey);
    message.alert.eventKey = main.eventKey;
  }

  for (const [eventKey, sighting] of sightings)
    await attempt(eventKey, (inner) => recordSighting(inner, eventKey, sighting, { heads, at, isAfterGap }));
  for (const head of isComplete ? heads.values() : []) {
    if (!sightings.has(head.eventKey) && head.endedAt === null)
      await attempt(head.eventKey, (inner) => recordAbsence(inner, head, at));
  }
  rows?.forgetExcept(new Set([...sightings.keys(), ...(isComplete ? heads.keys() : [])]));
  for (const [id, eventKey] of named) if (rows?.has(eventKey)) named.delete(id);
  for (const { alert } of read.inForce) alert.revision = heads.get(alert.eventKey)?.revision ?? 1;
  await rememberMessages(manager, named, keyOfMessage, at);
}

/** @param listed the events on the unchanged list */
export async function recordNoChange(
  manager: EntityManager,
  listed: ReadonlySet<string>,
  { at, rows }: Pick<Observation, 'at' | 'rows'>,
): Promise<void> {
  const heads = await goingHeads(manager, at);
  const attempt = eventAttempts(manager, heads, rows);
  for (const head of heads.values()) {
    if (!listed.has(head.eventKey) && head.endedAt === null)
      await attempt(head.eventKey, (inner) => recordAbsence(inner, head, at));
  }
  rows?.forgetExcept(new Set(heads.keys()));
}

async function recordSighting(
  manager: EntityManager,
  eventKey: string,
  sighting: Sighting,
  { heads, at, isAfterGap }: { heads: Map<string, AlertEventHead>; at: number; isAfterGap: boolean },
): Promise<void> {
  const head = heads.get(eventKey);
  const alerts = sighting.inForce.map(({ alert }) => answered({ ...alert, eventKey })).toSorted(byId);
  if (alerts.length === 0) {
    // The end of an unknown event isn't recorded.
    if (head && head.endedAt === null) await recordEnding(manager, head, sighting, at);
    return;
  }
  const digest = alerts.map(digestOf).join(' ');
  if (head && head.endedAt === null && head.unlistedAt === null && head.digest === digest) {
    if (head.missedPolls > 0) await saveHead(manager, { ...head, missedPolls: 0, lastSeenAt: iso(at) });
    return;
  }
  const before = head ? await alertsOfRevision(manager, head) : [];
  const counties = countiesOf(alerts);
  const earlier = countiesOf(before);
  const isAgain = isConfirmation(before, alerts) || Boolean(head?.unlistedAt);
  const action = actionOf(sighting, head !== undefined, isAgain);
  const made: AlertEventHead = {
    eventKey,
    event: worstOf(alerts)?.event ?? '',
    revision: (head?.revision ?? 0) + 1,
    digest,
    missedPolls: 0,
    beganAt: head?.beganAt ?? firstOf(alerts.map(({ sent }) => sent)) ?? iso(at),
    lastSeenAt: iso(at),
    ends: endOf(alerts) ?? null,
    endedAt: null,
    endedBy: '',
    unlistedAt: null,
    successorKey: null,
  };
  await saveHead(manager, made);
  heads.set(eventKey, made);
  await append(manager, made, at, {
    action,
    sent:
      alerts
        .map(({ sent }) => sent)
        .toSorted()
        .at(-1) ?? iso(at),
    alerts: alerts.map((alert) => ({ ...alert, revision: made.revision })),
    changes: changesSince(head, before, alerts),
    counties,
    newCounties: counties.filter((fips) => !earlier.includes(fips)),
    marks: worstOf(alerts),
    alreadyActive: isAfterGap && !head,
  });
}

function changesSince(head: AlertEventHead | undefined, before: readonly Alert[], after: readonly Alert[]): string[] {
  if (!head) return [];
  if (head.endedAt !== null) return ['In effect again'];
  if (head.unlistedAt !== null) return ['Listed again'];
  const changes = changesBetween(before, after).filter((words) => words !== textUpdated);
  if (isConfirmation(before, after)) changes.push('Confirmed by the weather service’s list');
  return changes.length > 0 ? changes : [textUpdated];
}

/** Whether the list confirms what only the NWWS-OI feed had reported. */
const isConfirmation = (before: readonly Alert[], after: readonly Alert[]): boolean =>
  before.some(({ id }) => isFromNwws(id)) && !after.some(({ id }) => isFromNwws(id));

function actionOf({ inForce, actions }: Sighting, isKnown: boolean, isAgain: boolean): string {
  if (!isKnown) return 'NEW';
  // Subscribers were notified by the NWWS-OI message, or before the event left the list.
  if (isAgain && actions.every((action) => action === 'NEW')) return 'CON';
  const seen = tellingActions.find((action) => actions.includes(action));
  if (seen && seen !== 'NEW') return seen;
  // A revision, even if the message says otherwise.
  return inForce.some(({ type }) => type === 'Update') || !seen ? 'CON' : seen;
}

const endings: Readonly<Record<string, { endedBy: EndedBy; words: string }>> = {
  CAN: { endedBy: 'cancelled', words: 'Canceled before its end' },
  EXP: { endedBy: 'expired', words: 'Expired' },
  UPG: { endedBy: 'upgraded', words: 'Replaced by another alert' },
  END: { endedBy: 'ended', words: 'Closed: no longer listed for a day' },
};

async function recordEnding(
  manager: EntityManager,
  head: AlertEventHead,
  { endings: seen }: Sighting,
  at: number,
): Promise<void> {
  const [first] = seen;
  if (!first) return;
  const { message, concern } = first;
  const action = concern.code && concern.code.action in endings ? concern.code.action : 'CAN';
  // An upgrade's message and text belong to another event.
  const isOwn = message.alert.eventKey === head.eventKey;
  await end(manager, head, {
    action,
    at,
    endedAt: message.alert.sent,
    ...(isOwn && { alert: message.alert }),
    ...(!isOwn && action === 'UPG' && { successorKey: message.alert.eventKey }),
  });
}

/**
 * Only a cancellation or its end time ends an event; until then an absent one is "unlisted": the upstream may have
 * dropped it by mistake.
 */
async function recordAbsence(manager: EntityManager, head: AlertEventHead, at: number): Promise<void> {
  if (head.ends && Date.parse(head.ends) <= at) return end(manager, head, { action: 'EXP', at, endedAt: head.ends });
  if (head.unlistedAt !== null) {
    if (head.ends === null && at - Date.parse(head.unlistedAt) >= openEndedUnlistedMs)
      await end(manager, head, { action: 'END', at, endedAt: head.unlistedAt });
    return;
  }
  const missedPolls = head.missedPolls + 1;
  if (missedPolls >= pollsUntilUnlisted) await unlist(manager, head, at);
  else await saveHead(manager, { ...head, missedPolls });
}

async function unlist(manager: EntityManager, head: AlertEventHead, at: number): Promise<void> {
  const unlisted: AlertEventHead = { ...head, revision: head.revision + 1, unlistedAt: iso(at) };
  const alerts = await alertsOfRevision(manager, head);
  await saveHead(manager, unlisted);
  // The list is unchanged, but responses aren't.
  await announce(manager, 'alerts');
  await append(manager, unlisted, at, {
    action: 'UNLISTED',
    sent: iso(at),
    alerts: alerts.map((alert) => ({ ...alert, revision: unlisted.revision })),
    changes: [],
    counties: countiesOf(alerts),
    newCounties: [],
    marks: worstOf(alerts),
  });
}

interface Ending {
  action: string;
  at: number;
  endedAt: string;
  alert?: ActiveAlert;
  successorKey?: string;
}

async function end(
  manager: EntityManager,
  head: AlertEventHead,
  { action, at, endedAt, alert, successorKey }: Ending,
): Promise<void> {
  const last = await alertsOfRevision(manager, head);
  const { endedBy, words } = endings[action] ?? endings['END']!;
  const ended: AlertEventHead = {
    ...head,
    revision: head.revision + 1,
    digest: '',
    lastSeenAt: iso(at),
    endedAt,
    endedBy,
    successorKey: successorKey ?? null,
  };
  await saveHead(manager, ended);
  await append(manager, ended, at, {
    action,
    sent: endedAt,
    alerts: alert ? [{ ...answered(alert), eventKey: head.eventKey, revision: ended.revision }] : [],
    changes: [words],
    counties: countiesOf(last),
    newCounties: [],
    marks: worstOf(last),
  });
}

const byId = (left: Alert, right: Alert) => left.id.localeCompare(right.id);
const firstOf = (moments: string[]): string | undefined => moments.toSorted()[0];
