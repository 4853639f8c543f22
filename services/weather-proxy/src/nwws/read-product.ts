/**
 * Parses what an NWWS-OI product contains about our state. Accepts only complete and consistent products: the list
 * follows within a minute, and a false warning would be worse than a later one.
 */
import { readAlerts, type Message } from '../alerts/messages/active-alert.js';
import { isEnding, namesEvent, parseVtec, vtecName, type Vtec } from '../alerts/messages/vtec.js';
import { hazardOf } from './hazards.js';
import { segmentsOf, type TextProduct } from './product-text.js';
import { featureOf } from './segment-feature.js';
import { readUgc } from './ugc.js';
import type { NwwsProduct } from './nwws-connection.js';

/** Why a product isn't used. */
export type Refusal = 'elsewhere' | 'other' | 'test' | 'garbled' | 'outdated';

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
  refusals: Refusal[];
}

/** Older products are in the list, or repetitions. */
const oldestMs = 10 * 60_000;
/** Clock skew; offices date products by the minute. */
const furthestAheadMs = 5 * 60_000;

const isOurs = /\bAR[CZ](?:\d{3}|ALL)/;
const looksLikeVtec = /^\/[A-Z]\.\S+$/gm;
const isTest = /THIS (?:IS (?:ONLY )?A TEST|MESSAGE IS FOR TEST)|TEST\.\.\.TEST/i;
const officeForm = /^(?:the )?national weather service ([A-Za-z .'/-]{3,60})$/im;

/** In characters; the longest products have some tens of thousands. */
export const longestProduct = 128_000;

const nothing = (refusal: Refusal): ReadProduct => ({ messages: [], endings: [], refusals: [refusal] });

/** A cheap check: the feed covers the whole country. */
export const mayConcernUs = ({ text }: Pick<NwwsProduct, 'text'>): boolean => isOurs.test(text);

/**
 * @param text heading and whole body
 * @param now milliseconds since 1970 UTC, by the upstream clock
 */
export function readProduct(product: NwwsProduct, { heading, body }: TextProduct, now: number): ReadProduct {
  const { cccc, awipsid, issue } = product;
  if (body.length > longestProduct) return nothing('garbled');
  if ((cccc && cccc !== heading.cccc) || (awipsid && awipsid !== heading.awipsId)) return nothing('garbled');
  if (heading.awipsId.startsWith('TST') || isTest.test(body)) return nothing('test');
  const sent = Date.parse(issue);
  if (Number.isNaN(sent) || sent - now > furthestAheadMs) return nothing('garbled');
  if (now - sent > oldestMs) return nothing('outdated');
  const office = officeForm.exec(body)?.[1]?.trim();
  const sender = office ? `NWS ${office}` : heading.cccc;

  const read: ReadProduct = { messages: [], endings: [], refusals: [] };
  for (const { text, isWhole } of segmentsOf(body)) {
    if (!isOurs.test(text)) continue;
    const found = isWhole ? readSegment(text, { office: heading.cccc, sent, sender, now }) : 'garbled';
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
): NwwsMessage | { ended: NwwsEnding[] } | Refusal {
  const written = text.match(looksLikeVtec) ?? [];
  const codes = written.flatMap((code) => parseVtec(code) ?? []);
  // The pattern excludes a flood's hydrologic code ("/00000.0.ER.000000T0000Z…/").
  if (codes.length < written.length) return 'garbled';
  if (codes.length === 0) return 'other';
  const operational = codes.filter(({ productClass }) => productClass === 'O');
  if (operational.length === 0) return 'test';
  const known = operational.filter((code) => namesEvent(code) && hazardOf(code));
  if (known.length === 0) return 'other';
  if (known.some((code) => code.office !== office)) return 'garbled';
  const going = known.filter((code) => !isEnding(code));
  const [code] = going;
  if (!code) return { ended: known.map((ended) => ({ name: vtecName(ended), sent, overAt: overAt(ended, sent) })) };
  const hazard = hazardOf(code);
  const zones = readUgc(text);
  if (!hazard || !zones || !holdsTrue(code, sent)) return 'garbled';
  if (code.endsAt !== undefined && code.endsAt <= now) return 'outdated';
  // One message covers one event; the list has any others of a segment.
  const feature = featureOf({ text, zones, code, hazard, sent, sender });
  const [message] = feature ? readAlerts([feature], sent).inForce : [];
  return feature && message ? { name: vtecName(code), feature, message } : 'garbled';
}

const overAt = ({ action, endsAt }: Vtec, sent: number): number =>
  action === 'EXP' && endsAt !== undefined ? Math.max(endsAt, sent) : sent;

const longestMs = 14 * 24 * 3_600_000;

/** A polygon warning begins around its issue, and ends within days. */
function holdsTrue({ beginsAt, endsAt }: Vtec, sent: number): boolean {
  if (endsAt !== undefined && (endsAt <= sent || endsAt - sent > longestMs)) return false;
  return beginsAt === undefined || beginsAt - sent < longestMs;
}
