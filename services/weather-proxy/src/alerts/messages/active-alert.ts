/** Parses the messages of the upstream list. Ignores the current time: responses check the expiry. */
import { createHash } from 'node:crypto';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { cellRadiusKm } from '@site/domain/weather/forecast-cells';
import { dangerOf } from '@site/domain/weather/danger';
import { truncate } from '@site/domain/truncate';
import { polygonsIn } from '@site/domain/weather/polygons';
import { state } from '@site/regions/state';
import type { Place } from '../../readings/place-forecast.js';
import { alertSchema, type Geometry, type NwsAlert } from '../../nws/schemas.js';
import { areaOf } from './alert-area.js';
import { tagsOf } from './alert-tags.js';
import { reasonOf } from '../../readings/skipped-parts.js';
import { countiesOfCell, countyShapes } from '../../places/county.js';
import { isWithin, touches } from '../../places/geometry.js';
import { isFromNwws } from './nwws-id.js';
import { isEnding, namesEvent, overlaps, parseVtec, vtecName, type Vtec } from './vtec.js';

/** An alert in force. Fields outside the contract never leave this service. */
export interface ActiveAlert extends Alert {
  /** Milliseconds since 1970 UTC; absent when open-ended. */
  endsAt?: number;
  area?: Geometry;
  /** If the message reached phones as a wireless emergency alert. */
  wireless?: WirelessAlert;
}

interface WirelessAlert {
  /** As sent to phones, if the list has them. */
  references: string[];
  /** Of the message, milliseconds since 1970 UTC. */
  expires?: number;
}

/** A non-test message. */
export interface Message {
  alert: ActiveAlert;
  /** "Alert", "Update", "Cancel". */
  type: string;
  /** Operational codes only. */
  vtec: Vtec[];
  /** Identifiers of the messages it replaces, oldest first. */
  references: string[];
  ends: boolean;
  /** Its polygon is outside all counties it names. */
  isMisplaced?: boolean;
}

/** An alert that can't be read or stored. It never delays another. */
export interface SetAsideAlert {
  /** Identifier or event, or its position in the list ("alert 3"). */
  name: string;
  reason: string;
}

export interface ReadAlerts {
  inForce: Message[];
  /** Cancellations and announced ends. */
  endings: Message[];
  /** Alerts that can't be used, with reasons. If any, don't report "no alerts". */
  setAside: SetAsideAlert[];
  /** Ids of messages whose counties replace a misplaced polygon. */
  misplaced: string[];
  /** Ids of canceled or replaced messages. */
  replaced: ReadonlySet<string>;
}

/** Around a polygon: a place represents its whole cell, and one next to a tornado warning is not clear. */
const marginKm = cellRadiusKm + 1.3;

/** An event has a few dozen messages. */
const maxExpiredReferences = 200;

/** Acks and errors are machine-to-machine messages (CAP 1.2, <msgType>). */
const messageTypes = new Set(['Alert', 'Update', 'Cancel']);

/** Recognizes tests by name and SAME code, whatever their status. */
const testNames =
  /^(required (weekly|monthly) test|national periodic test|practice\/?demo warning|test message|.*\btest message)$/i;
const testCodes = new Set(['RWT', 'RMT', 'NPT', 'DMO', 'NMN', 'TXF', 'TXO', 'TXB', 'TXP']);

function isReal({ properties }: NwsAlert, codes: readonly Vtec[], eventCodes: readonly string[]): boolean {
  if (properties.status !== 'Actual' || !messageTypes.has(properties.messageType)) return false;
  if (testNames.test(properties.event.trim()) || eventCodes.some((code) => testCodes.has(code))) return false;
  // A message with only test and experimental codes is also a test.
  return codes.length === 0 || codes.some(({ productClass }) => productClass === 'O' || productClass === 'X');
}

/**
 * Parses the alerts of a list: real, and neither canceled nor replaced on it.
 * @param seenAt milliseconds since 1970 UTC; used for messages without a time
 */
export function readAlerts(features: readonly unknown[], seenAt: number): ReadAlerts {
  const setAside: SetAsideAlert[] = [];
  const messages = features.flatMap((feature, index) => {
    try {
      const read = alertSchema.safeParse(feature);
      if (read.success) return toMessage(read.data, seenAt) ?? [];
      setAside.push({ name: nameOf(feature, index), reason: reasonOf(read.error) });
    } catch (error) {
      setAside.push({ name: nameOf(feature, index), reason: truncate((error as Error).message, maxReasonLength) });
    }
    return [];
  });
  // An update or cancellation names the messages it replaces (CAP 1.2, <references>).
  const replaced = new Set(messages.flatMap(({ references }) => references));
  const unreplaced = messages.filter(({ alert }) => !replaced.has(alert.id));
  const endings = unreplaced.filter(({ ends }) => ends);
  const byId = new Map(unreplaced.filter(({ ends }) => !ends).map((message) => [message.alert.id, message]));
  return {
    inForce: withoutCovered([...byId.values()], endings),
    endings,
    misplaced: messages.filter(({ isMisplaced }) => isMisplaced).map(({ alert }) => alert.id),
    setAside,
    replaced,
  };
}

const maxReasonLength = 300;

function nameOf(feature: unknown, index: number): string {
  const { id, event } = (feature as { properties?: { id?: unknown; event?: unknown } } | null)?.properties ?? {};
  const name = [id, event].find((each) => typeof each === 'string' && each !== '') as string | undefined;
  return name === undefined ? `alert ${index + 1}` : truncate(name, 100);
}

/**
 * Drops messages whose area a later one of the same event and period covers or releases: some updates have no
 * references.
 */
function withoutCovered(inForce: Message[], endings: readonly Message[]): Message[] {
  const allMessages = [...inForce, ...endings];
  return inForce.filter(({ alert, vtec }) => {
    const codes = vtec.filter(namesEvent);
    if (codes.length === 0 || alert.zones.length === 0) return true;
    const isOfSame = (code: Vtec) =>
      codes.some((candidate) => vtecName(candidate) === vtecName(code) && overlaps(candidate, code));
    const covering = allMessages.filter(
      (other) => Date.parse(other.alert.sent) > Date.parse(alert.sent) && other.vtec.some(isOfSame),
    );
    const covered = new Set(covering.flatMap((other) => other.alert.zones));
    return !alert.zones.every((zone) => covered.has(zone));
  });
}

function toMessage(read: NwsAlert, seenAt: number): Message | undefined {
  const { properties } = read;
  const all = (properties.parameters?.VTEC ?? []).flatMap((code) => parseVtec(code) ?? []);
  const eventCodes = [...new Set(Object.values(properties.eventCode ?? {}).flat())];
  if (!isReal(read, all, eventCodes)) return undefined;
  const vtec = all.filter(({ productClass }) => productClass === 'O');
  const ends = properties.messageType === 'Cancel' || (vtec.length > 0 && vtec.every(isEnding));
  const alert = toActiveAlert(read, vtec, eventCodes, seenAt);
  // The list may name areas elsewhere.
  if (alert.counties.length === 0) return undefined;
  const references = [...(properties.references ?? []), ...expiredReferences(properties.parameters?.expiredReferences)]
    .toSorted((left, right) => (left.sent ?? 0) - (right.sent ?? 0))
    .map(({ identifier }) => identifier);
  const isMisplaced = Boolean(read.geometry) && !alert.area;
  return { alert, type: properties.messageType, vtec, references, ends, isMisplaced };
}

/**
 * Predecessors that had expired when the message was issued. The list has them apart from the others, as CAP's text:
 * "w-nws.webmaster@noaa.gov,urn:oid:2.49.0.1.840.0.1,2026-11-28T10:00:00-06:00 …".
 */
function expiredReferences(references: readonly string[] | null | undefined) {
  return (references ?? [])
    .flatMap((text) => text.trim().split(/\s+/))
    .slice(0, maxExpiredReferences)
    .flatMap((reference) => {
      const [, identifier = '', sent = ''] = reference.split(',');
      const id = identifier.slice(Math.max(0, identifier.indexOf('urn:')));
      return id && id.length <= 300 ? [{ identifier: id, sent: Date.parse(sent) || undefined }] : [];
    });
}

const shapeOfCounty = new Map(countyShapes);

/**
 * Returns a message's polygon; undefined when it has no area or touches none of the named counties (a wrong digit,
 * swapped latitude and longitude). The counties then define the area.
 */
function placed(polygon: Geometry | null | undefined, counties: readonly string[]): Geometry | undefined {
  if (!polygon || polygonsIn(polygon).length === 0) return undefined;
  const isInPlace = counties.some((fips) => {
    const shape = shapeOfCounty.get(fips);
    return shape !== undefined && touches(polygon, shape);
  });
  return isInPlace ? polygon : undefined;
}

const iso = (ms: number) => new Date(ms).toISOString();

function endOf({ properties }: NwsAlert, vtec: readonly Vtec[]): { endsAt?: number; untilFurtherNotice: boolean } {
  const going = vtec.filter((code) => !isEnding(code) && code.action !== 'ROU');
  if (properties.ends) return { endsAt: properties.ends, untilFurtherNotice: false };
  if (going.length > 0) {
    const ends = going.flatMap(({ endsAt }) => endsAt ?? []);
    return ends.length === going.length
      ? { endsAt: Math.max(...ends), untilFurtherNotice: false }
      : { untilFurtherNotice: true };
  }
  return properties.expires ? { endsAt: properties.expires, untilFurtherNotice: false } : { untilFurtherNotice: false };
}

/** Reach phones at any level, by the weather service's rules; others by a damage threat. */
const wirelessEvents = new Set([
  'Tornado Warning',
  'Extreme Wind Warning',
  'Snow Squall Warning',
  'Dust Storm Warning',
  'Hurricane Warning',
  'Storm Surge Warning',
  'Tsunami Warning',
]);

/** Recorded lists have these parameters in English only. */
function wirelessOf({ properties: { event, parameters, expires } }: NwsAlert): WirelessAlert | undefined {
  const messages = [...(parameters?.CMAMlongtext ?? []), ...(parameters?.CMAMtext ?? [])];
  const isSent = Boolean(parameters?.WEAHandling) || messages.length > 0 || wirelessEvents.has(event);
  const threat = parameters?.thunderstormDamageThreat || parameters?.flashFloodDamageThreat;
  const isThreat = /^(destructive|considerable|catastrophic)$/i.test(threat ?? '');
  return isSent || isThreat ? { references: messages, ...(expires && { expires }) } : undefined;
}

function toActiveAlert(read: NwsAlert, vtec: readonly Vtec[], eventCodes: string[], seenAt: number): ActiveAlert {
  const { properties } = read;
  const { endsAt, untilFurtherNotice } = endOf(read, vtec);
  const { counties, statewide } = areaOf(properties.geocode, properties.areaDesc);
  const geometry = placed(read.geometry, counties);
  const { parameters } = properties;
  const tags = { nwsHeadline: parameters?.NWSheadline ?? '', ...tagsOf((name) => parameters?.[name] ?? '') };
  const wireless = wirelessOf(read);
  const signs = { event: properties.event, severity: properties.severity, desc: properties.description };
  const sent = properties.sent ?? properties.effective ?? seenAt;
  return {
    id: properties.id,
    event: properties.event,
    severity: properties.severity,
    urgency: properties.urgency,
    certainty: properties.certainty,
    headline:
      properties.headline ||
      (properties.areaDesc ? `${properties.event} for ${properties.areaDesc}` : properties.event),
    desc: properties.description,
    instruction: properties.instruction,
    areas: properties.areaDesc,
    counties,
    effective: iso(properties.effective ?? sent),
    expires: endsAt === undefined ? undefined : iso(endsAt),
    geometry: geometry ? JSON.stringify(geometry) : undefined,
    sender: properties.senderName,
    // Set with its event.
    eventKey: '',
    revision: 0,
    sent: iso(sent),
    onset: properties.onset ? iso(properties.onset) : undefined,
    ends: endsAt === undefined ? undefined : iso(endsAt),
    untilFurtherNotice,
    ...tags,
    eventCodes,
    vtec: properties.parameters?.VTEC ?? [],
    zones: properties.geocode?.UGC?.filter(Boolean) ?? [],
    statewide,
    fromNwws: isFromNwws(properties.id),
    ...dangerOf({ ...signs, ...tags }),
    ...(endsAt !== undefined && { endsAt }),
    ...(geometry && { area: geometry }),
    ...(wireless && { wireless }),
  };
}

/** @param now milliseconds since 1970 UTC by the upstream clock */
export const isActive = ({ endsAt }: ActiveAlert, now: number): boolean => endsAt === undefined || endsAt > now;

/** A fingerprint of the content: different messages may share an identifier. */
export const digestOf = ({ id, sent, ends, desc, instruction, counties }: Alert): string =>
  createHash('sha256')
    .update(JSON.stringify([id, sent, ends, desc, instruction, counties]))
    .digest('base64url')
    .slice(0, 22);

/** Whether an alert applies to a place's cell: statewide, or by polygon, county or zone. */
export function concerns(alert: ActiveAlert, place: Place): boolean {
  if (alert.statewide) return isCovered(place);
  if (alert.area) return isWithin(alert.area, place, marginKm);
  return (
    (place.county !== undefined && alert.counties.includes(place.county)) ||
    countiesOfCell(place).some((county) => alert.counties.includes(county)) ||
    place.zones.some((zone) => alert.zones.includes(zone))
  );
}

/** Whether the state's list has every alert a place could have. */
export const isCovered = ({ county, zones }: Place): boolean =>
  county?.startsWith(state.fips) || zones.some((zone) => zone.startsWith(state.postalCode));
