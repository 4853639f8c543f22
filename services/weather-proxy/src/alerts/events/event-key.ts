import { createHash } from 'node:crypto';
import type { Message } from '../messages/active-alert.js';
import { isEnding, namesEvent, vtecName, type Vtec } from '../messages/vtec.js';

/**
 * The key of an event. With VTEC: office, phenomenon, significance, number, and the year of its first message (numbers
 * restart each year). Without: by references, else by content and area, because some alerts arrive as unconnected
 * messages (weather-gov/weather.gov#1321).
 */

export interface KnownEvents {
  keyOfMessage: (alertId: string) => string | undefined;
  /** Active or ended recently. */
  isGoing: (eventKey: string) => boolean;
}

const hashed = (...parts: string[]) => `X${createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 20)}`;

export function keyOfVtec(code: Vtec, { alert }: Message, known: KnownEvents): string {
  const year = new Date(alert.sent).getUTCFullYear();
  const name = vtecName(code);
  // An event keeps the year it began in.
  const lastYears = `${name}.${year - 1}`;
  if (code.action !== 'NEW' && known.isGoing(lastYears) && !known.isGoing(`${name}.${year}`)) return lastYears;
  return `${name}.${year}`;
}

function keyWithoutVtec({ alert, references }: Message, known: KnownEvents): string {
  const own = known.keyOfMessage(alert.id);
  if (own) return own;
  for (const reference of references) {
    const earlier = known.keyOfMessage(reference);
    if (earlier) return earlier;
  }
  const [root] = references;
  if (root) return hashed('message', root);
  const zones = (alert.zones.length > 0 ? alert.zones : alert.counties).toSorted().join(',');
  return hashed(
    'content',
    alert.event,
    alert.sender,
    zones,
    alert.onset ?? '',
    alert.ends ?? '',
    alert.ends ? '' : alert.id,
  );
}

export interface Concern {
  eventKey: string;
  ends: boolean;
  /** Absent without VTEC. */
  code?: Vtec;
}

/** The events that a message covers, its own first. */
export function eventsOf(message: Message, known: KnownEvents): Concern[] {
  const codes = message.vtec.filter(namesEvent);
  if (codes.length === 0) return [{ eventKey: keyWithoutVtec(message, known), ends: message.ends }];
  const isCancel = message.type === 'Cancel';
  return codes
    .map((code) => ({ eventKey: keyOfVtec(code, message, known), ends: isCancel || isEnding(code), code }))
    .toSorted((left, right) => Number(left.ends) - Number(right.ends));
}
