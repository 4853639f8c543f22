/**
 * Parses what an NWWS-OI product contains about our state. Accepts only complete and consistent products: the list
 * follows within a minute, and a false warning would be worse than a later one.
 */
import { state } from '@site/regions/state';
import { readAlerts, type Message } from '../alerts/messages/active-alert.js';
import { isEnding, namesEvent, parseVtec, vtecName, type Vtec } from '../alerts/messages/vtec.js';
import { hazardOf } from './hazards.js';
import { segmentsOf, type TextProduct } from './product-text.js';
import { featureOf } from './segment-feature.js';
import { readUgc } from './ugc.js';
import type { NwwsProduct } from './nwws-connection.js';

/** Why a product isn't used. */
export type RejectionReason = 'elsewhere' | 'other' | 'test' | 'garbled' | 'outdated';

export interface NwwsMessage {
  /** The event without the year, "KLZK.TO.W.0042". */
  name: string;
  /** In the format of the list. */
  feature: object;
  message: Message;
}

/** Ends nothing; compared with the list. */
export interface NwwsEnding {
  name: string;
  /** Milliseconds since 1970 UTC, like `overAt`. */
  sent: number;
  /** Offices announce an expiry minutes ahead. */
  overAt: number;
}

export interface ReadProduct {
  messages: NwwsMessage[];
  endings: NwwsEnding[];
  refusals: RejectionReason[];
}

/** Older products are in the list, or repetitions. */
const oldestMs = 10 * 60_000;
/** Clock skew; offices date products by the minute. */
const maxClockSkewMs = 5 * 60_000;

const statePattern = new RegExp(String.raw`\b${state.postalCode}[CZ](?:\d{3}|ALL)`);
const vtecLinePattern = /^\/[A-Z]\.\S+$/gm;
const isTest = /THIS (?:IS (?:ONLY )?A TEST|MESSAGE IS FOR TEST)|TEST\.\.\.TEST/i;
const officeForm = /^(?:the )?national weather service ([A-Za-z .'/-]{3,60})$/im;

/** In characters; the longest products have some tens of thousands. */
export const maxProductLength = 128_000;

const toRejected = (reason: RejectionReason): ReadProduct => ({ messages: [], endings: [], refusals: [reason] });

/** A cheap check: the feed covers the whole country. */
export const mayConcernUs = ({ text }: Pick<NwwsProduct, 'text'>): boolean => statePattern.test(text);

/**
 * @param text heading and whole body
 * @param now milliseconds since 1970 UTC, by the upstream clock
 */
export function readProduct(product: NwwsProduct, { heading, body }: TextProduct, now: number): ReadProduct {
  const { cccc, awipsid, issue } = product;
  if (body.length > maxProductLength) return toRejected('garbled');
  if ((cccc && cccc !== heading.cccc) || (awipsid && awipsid !== heading.awipsId)) return toRejected('garbled');
  if (heading.awipsId.startsWith('TST') || isTest.test(body)) return toRejected('test');
  const sent = Date.parse(issue);
  if (Number.isNaN(sent) || sent - now > maxClockSkewMs) return toRejected('garbled');
  if (now - sent > oldestMs) return toRejected('outdated');
  const office = officeForm.exec(body)?.[1]?.trim();
  const sender = office ? `NWS ${office}` : heading.cccc;

  const read: ReadProduct = { messages: [], endings: [], refusals: [] };
  for (const { text, isComplete } of segmentsOf(body)) {
    if (!statePattern.test(text)) continue;
    const found = isComplete ? readSegment(text, { office: heading.cccc, sent, sender, now }) : 'garbled';
    if (typeof found === 'string') read.refusals.push(found);
    else if ('ended' in found) read.endings.push(...found.ended);
    else read.messages.push(found);
  }
  if (read.messages.length + read.endings.length + read.refusals.length === 0) read.refusals.push('elsewhere');
  // An event may continue elsewhere.
  const going = new Set(read.messages.map(({ name }) => name));
  return { ...read, endings: read.endings.filter(({ name }) => !going.has(name)) };
}

interface Context {
  office: string;
  sent: number;
  sender: string;
  now: number;
}

function readSegment(
  text: string,
  { office, sent, sender, now }: Context,
): NwwsMessage | { ended: NwwsEnding[] } | RejectionReason {
  const written = text.match(vtecLinePattern) ?? [];
  const codes = written.flatMap((code) => parseVtec(code) ?? []);
  // The pattern excludes a flood's hydrologic code ("/00000.0.ER.000000T0000Z…/").
  if (codes.length < written.length) return 'garbled';
  if (codes.length === 0) return 'other';
  const operational = codes.filter(({ productClass }) => productClass === 'O');
  if (operational.length === 0) return 'test';
  const supported = operational.filter((code) => namesEvent(code) && hazardOf(code));
  if (supported.length === 0) return 'other';
  if (supported.some((code) => code.office !== office)) return 'garbled';
  const going = supported.filter((code) => !isEnding(code));
  const [code] = going;
  if (!code) return { ended: supported.map((ended) => ({ name: vtecName(ended), sent, overAt: overAt(ended, sent) })) };
  const hazard = hazardOf(code);
  const zones = readUgc(text);
  if (!hazard || !zones || !isPlausible(code, sent)) return 'garbled';
  if (code.endsAt !== undefined && code.endsAt <= now) return 'outdated';
  // One message covers one event; the list has any others of a segment.
  const feature = featureOf({ text, zones, code, hazard, sent, sender });
  const [message] = feature ? readAlerts([feature], sent).inForce : [];
  return feature && message ? { name: vtecName(code), feature, message } : 'garbled';
}

const overAt = ({ action, endsAt }: Vtec, sent: number): number =>
  action === 'EXP' && endsAt !== undefined ? Math.max(endsAt, sent) : sent;

const maxDurationMs = 14 * 24 * 3_600_000;

/** A polygon warning begins around its issue, and ends within days. */
function isPlausible({ beginsAt, endsAt }: Vtec, sent: number): boolean {
  if (endsAt !== undefined && (endsAt <= sent || endsAt - sent > maxDurationMs)) return false;
  return beginsAt === undefined || beginsAt - sent < maxDurationMs;
}
