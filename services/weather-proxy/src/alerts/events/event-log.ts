/**
 * Records a revision for every event that began, changed or ended. Only the lease holder writes, in the transaction
 * that publishes its list.
 */
import { announce } from '@site/platform/data/changes';
import type { FailedRows } from '@site/platform/jobs/work-loop';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { EntityManager } from 'typeorm';
import { digestOf, type ActiveAlert, type ReadAlerts } from '../messages/active-alert.js';
import type { AlertEventHead, EndedBy } from './alert-events.entities.js';
import { eventAttempts } from './event-attempts.js';
import { contentNames, eventsOf, type EventLookup } from './event-key.js';
import { alertsOfRevision, append, goingHeads, findMessageEvents, rememberMessages, saveHead } from './event-store.js';
import { countiesOfNewPeriod } from './periods.js';
import { releaseBefore } from './release.js';
import { changesSince, countiesOf, endOf, isConfirmation, findTopAlert } from './revision-changes.js';
import { stillInForce } from './still-in-force.js';
import { actionOf, replacedIn, type Sighting } from './sighting.js';

/** Complete lists in a row without an event. */
const pollsUntilUnlisted = 2;
/** An event without an end time is closed after this time unlisted. */
const openEndedUnlistedMs = 24 * 3_600_000;

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

const iso = (ms: number) => new Date(ms).toISOString();

/** Drops fields outside the contract. */
function toAlert({ endsAt: _endsAt, area: _area, wireless: _wireless, ...alert }: ActiveAlert): Alert {
  return alert;
}

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
  const keyOfMessage = await findMessageEvents(manager, read);
  const sightings = new Map<string, Sighting>();
  const named = new Map<string, string>();
  const lookup: EventLookup = {
    keyOfMessage: (id) => keyOfMessage.get(id) ?? named.get(id),
    isGoing: (key) => heads.has(key),
  };

  for (const message of [...read.inForce, ...read.endings]) {
    const concerns = eventsOf(message, lookup);
    const [main] = concerns;
    if (!main) continue;
    for (const concern of concerns) {
      const sighting = sightings.get(concern.eventKey) ?? { inForce: [], endings: [], actions: [] };
      sightings.set(concern.eventKey, sighting);
      if (concern.ends) sighting.endings.push({ message, concern });
      // A message may have two codes of one event, for two periods.
      else if (!sighting.inForce.includes(message)) sighting.inForce.push(message);
      if (concern.code) sighting.actions.push(concern.code.action);
    }
    for (const id of [message.alert.id, ...message.references, ...contentNames(message)])
      if (!named.has(id)) named.set(id, main.eventKey);
    message.alert.eventKey = main.eventKey;
  }

  for (const [eventKey, sighting] of sightings)
    await attempt(eventKey, (inner) =>
      recordSighting(inner, eventKey, sighting, { heads, at, isComplete, isAfterGap }),
    );
  for (const head of isComplete ? heads.values() : []) {
    if (!sightings.has(head.eventKey) && head.endedAt === null)
      await attempt(head.eventKey, (inner) => recordAbsence(inner, head, at));
  }
  rows?.pruneExcept(new Set([...sightings.keys(), ...(isComplete ? heads.keys() : [])]));
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
  rows?.pruneExcept(new Set(heads.keys()));
}

interface SightingContext extends Pick<Observation, 'at' | 'isComplete' | 'isAfterGap'> {
  heads: Map<string, AlertEventHead>;
}

async function recordSighting(
  manager: EntityManager,
  eventKey: string,
  sighting: Sighting,
  { heads, at, isComplete, isAfterGap }: SightingContext,
): Promise<void> {
  const head = heads.get(eventKey);
  const listed = sighting.inForce.map(({ alert }) => toAlert({ ...alert, eventKey }));
  if (head && isUnchanged(head, listed)) return saveSeen(manager, head, at);
  const before = head ? await alertsOfRevision(manager, head) : [];
  const carried = head?.endedAt === null ? stillInForce(before, sighting, at) : [];
  const alerts = [...listed, ...carried].toSorted(byId);
  if (alerts.length === 0) {
    // The end of an unknown event isn't recorded.
    if (head && head.endedAt === null) await recordEnding(manager, head, sighting, at);
    return;
  }
  if (head && carried.length > 0 && isUnchanged(head, alerts)) {
    if (listed.length > 0 || !isComplete) return saveSeen(manager, head, at);
    return recordAbsence(manager, head, at);
  }
  const messages = [...alerts, ...sighting.endings.map(({ message }) => message.alert)];
  const sent = lastOf(messages.map((alert) => alert.sent)) ?? iso(at);
  const counties = countiesOf(alerts);
  const newPeriod = countiesOfNewPeriod(eventKey, before, alerts);
  const isReappearance = isConfirmation(before, alerts) || Boolean(head?.unlistedAt);
  const action = actionOf(sighting, head !== undefined, isReappearance);
  const changes = changesSince(head, before, alerts);
  if (newPeriod.length > 0) changes.push('Now also for a later period');
  let revision = head?.revision ?? 0;
  const release = head?.endedAt === null ? releaseBefore(before, counties, changes) : undefined;
  if (head && release) {
    revision += 1;
    await append(manager, { ...head, revision }, at, {
      ...release,
      sent,
      action: 'CON',
      newCounties: [],
      replacedCounties: replacedIn(sighting),
    });
  }
  const nextHead: AlertEventHead = {
    eventKey,
    event: findTopAlert(alerts)?.event ?? '',
    revision: revision + 1,
    digest: digestsOf(alerts),
    missedPolls: 0,
    beganAt: head?.beganAt ?? firstOf(alerts.map((alert) => alert.sent)) ?? iso(at),
    lastSeenAt: iso(at),
    ends: endOf(alerts) ?? null,
    endedAt: null,
    endedBy: '',
    unlistedAt: null,
    successorKey: null,
  };
  await saveHead(manager, nextHead);
  heads.set(eventKey, nextHead);
  const earlier = countiesOf(before);
  await append(manager, nextHead, at, {
    action,
    sent,
    alerts: alerts.map((alert) => ({ ...alert, revision: nextHead.revision })),
    changes: release ? changes.filter((change) => !release.changes.includes(change)) : changes,
    counties,
    newCounties: counties.filter((fips) => !earlier.includes(fips) || newPeriod.includes(fips)),
    replacedCounties: replacedIn(sighting),
    marks: findTopAlert(alerts),
    alreadyActive: isAfterGap && !head,
  });
}

const digestsOf = (alerts: readonly Alert[]) => alerts.toSorted(byId).map(digestOf).join(' ');

const isUnchanged = (head: AlertEventHead, alerts: readonly Alert[]) =>
  head.endedAt === null && head.unlistedAt === null && alerts.length > 0 && head.digest === digestsOf(alerts);

async function saveSeen(manager: EntityManager, head: AlertEventHead, at: number): Promise<void> {
  if (head.missedPolls > 0) await saveHead(manager, { ...head, missedPolls: 0, lastSeenAt: iso(at) });
}

const endings: Readonly<Record<string, { endedBy: EndedBy; text: string }>> = {
  CAN: { endedBy: 'cancelled', text: 'Canceled before its end' },
  EXP: { endedBy: 'expired', text: 'Expired' },
  UPG: { endedBy: 'upgraded', text: 'Replaced by another alert' },
  END: { endedBy: 'ended', text: 'Closed: no longer listed for a day' },
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
  const isSameEvent = message.alert.eventKey === head.eventKey;
  await end(manager, head, {
    action,
    at,
    endedAt: message.alert.sent,
    ...(isSameEvent && { alert: message.alert }),
    ...(!isSameEvent && action === 'UPG' && { successorKey: message.alert.eventKey }),
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
    marks: findTopAlert(alerts),
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
  const { endedBy, text } = endings[action] ?? endings['END']!;
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
    alerts: alert ? [{ ...toAlert(alert), eventKey: head.eventKey, revision: ended.revision }] : [],
    changes: [text],
    counties: countiesOf(last),
    newCounties: [],
    marks: findTopAlert(last),
  });
}

const byId = (left: Alert, right: Alert) => left.id.localeCompare(right.id);
const firstOf = (times: string[]): string | undefined => times.toSorted()[0];
const lastOf = (times: string[]): string | undefined => times.toSorted().at(-1);
