/**
 * The key of an event. With VTEC: office, phenomenon, significance, number, and the year of its first message (numbers
 * restart each year). Without: by references, else by content and area, because some alerts arrive as unconnected
 * messages (weather-gov/weather.gov#1321): an air quality alert is issued three times with the same end, each time with
 * another onset.
 */
import { createHash } from 'node:crypto';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { Message } from '../messages/active-alert.js';
import { isEnding, namesEvent, vtecName, type Vtec } from '../messages/vtec.js';

export interface EventLookup {
  keyOfMessage: (alertId: string) => string | undefined;
  /** Active or ended recently. */
  isGoing: (eventKey: string) => boolean;
}

const hashed = (...parts: string[]) => `X${createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 20)}`;

/** Returns "KLZK.TO.W.0042.2026". An event that spans New Year keeps the year in which it began. */
export function keyOfVtec(code: Vtec, { alert }: Message, lookup: EventLookup): string {
  const year = new Date(alert.sent).getUTCFullYear();
  const name = vtecName(code);
  // An event keeps the year it began in.
  const lastYears = `${name}.${year - 1}`;
  if (code.action !== 'NEW' && lookup.isGoing(lastYears) && !lookup.isGoing(`${name}.${year}`)) return lastYears;
  return `${name}.${year}`;
}

const areaOf = ({ zones, counties }: Alert) => [...new Set(zones.length > 0 ? zones : counties)].toSorted().join(',');

/**
 * Returns names that a message without VTEC shares with its re-issues, known like identifiers of messages. None with a
 * polygon: storms follow one another over the same counties.
 */
export function contentNames({ alert, vtec }: Message): string[] {
  if (vtec.some(namesEvent) || alert.geometry) return [];
  const { event, sender, onset, ends } = alert;
  const about = [event, sender, areaOf(alert)];
  return [ends ? hashed('end', ...about, ends) : [], onset ? hashed('onset', ...about, onset) : []].flat();
}

function keyWithoutVtec(message: Message, lookup: EventLookup): string {
  const { alert, references } = message;
  for (const id of [alert.id, ...references, ...contentNames(message)]) {
    const key = lookup.keyOfMessage(id);
    if (key) return key;
  }
  const [root] = references;
  if (root) return hashed('message', root);
  const { event, sender, geometry, onset = '', ends = '' } = alert;
  return hashed('content', event, sender, areaOf(alert), geometry ? onset : '', ends, ends ? '' : alert.id);
}

export interface Concern {
  eventKey: string;
  ends: boolean;
  /** Absent without VTEC. */
  code?: Vtec;
}

/** The events that a message covers, its own first. */
export function eventsOf(message: Message, lookup: EventLookup): Concern[] {
  const codes = message.vtec.filter(namesEvent);
  if (codes.length === 0) return [{ eventKey: keyWithoutVtec(message, lookup), ends: message.ends }];
  const isCancel = message.type === 'Cancel';
  return codes
    .map((code) => ({ eventKey: keyOfVtec(code, message, lookup), ends: isCancel || isEnding(code), code }))
    .toSorted((left, right) => Number(left.ends) - Number(right.ends));
}
