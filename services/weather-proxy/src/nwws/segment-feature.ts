/** Converts a segment to the format of the weather service's list (CAP 1.2 as GeoJSON), for its parser. */
import { createHash } from 'node:crypto';
import { counties as allCounties, timeZoneOf } from '@site/regions/counties';
import { state } from '@site/regions/state';
import { areaOf } from '../alerts/messages/alert-area.js';
import { vtecName, type Vtec } from '../alerts/messages/vtec.js';
import type { Hazard } from './hazards.js';
import { readMotion, readPolygon, readTags, readSegmentText, type Position } from './segment-parts.js';
import { nwwsId } from '../alerts/messages/nwws-id.js';

export interface SegmentSource {
  text: string;
  /** UGC codes, "ARC119". */
  zones: string[];
  code: Vtec;
  hazard: Hazard;
  /** Milliseconds since 1970 UTC. */
  sent: number;
  /** "NWS Little Rock AR". */
  sender: string;
}

/** Some 130 km, from a polygon's nearest corner to the nearest named county's center. */
const farthestDegrees = 1.2;

/** "November 22 at 6:12PM CST", as in the list's headlines. */
function formatHeadlineTime(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const [month, day, hour, minute] = ['month', 'day', 'hour', 'minute'].map((type) => parts.get(type as 'month'));
  return `${month} ${day} at ${hour}:${minute}${parts.get('dayPeriod')} ${parts.get('timeZoneName')}`;
}

/** Undefined when a code is unknown, or names the whole state. */
function countiesOf(zones: readonly string[]): string[] | undefined {
  const areas = zones.filter((code) => code.startsWith(state.postalCode)).map((code) => areaOf({ UGC: [code] }, ''));
  if (areas.length === 0 || areas.some(({ statewide }) => statewide)) return undefined;
  return [...new Set(areas.flatMap(({ counties }) => counties))];
}

const isNearOneOf = (ring: readonly Position[], fips: readonly string[]) =>
  allCounties
    .filter((county) => fips.includes(county.fips))
    .some(({ lat, lon }) => ring.some(([x, y]) => Math.hypot(x - lon, y - lat) < farthestDegrees));

const iso = (ms: number) => new Date(ms).toISOString();

/** Undefined when area, polygon or times are implausible. */
export function featureOf({ text, zones, code, hazard, sent, sender }: SegmentSource): object | undefined {
  const counties = countiesOf(zones);
  const ring = readPolygon(text);
  if (!counties || !ring || !isNearOneOf(ring, counties)) return undefined;
  const { headline, description, instruction } = readSegmentText(text);
  const id = nwwsId(vtecName(code), sent, createHash('sha256').update(text).digest('hex').slice(0, 8));
  const names = new Map(allCounties.map(({ fips, name }) => [fips, name.replace(/ County$/, '')]));
  const { event, severity, urgency, certainty } = hazard;
  const clock = (ms: number) => formatHeadlineTime(ms, timeZoneOf(counties));
  const until = code.endsAt === undefined ? 'until further notice' : `until ${clock(code.endsAt)}`;
  const motion = readMotion(text, sent);
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: {
      id,
      areaDesc: counties.map((fips) => `${names.get(fips)}, ${state.postalCode}`).join('; '),
      geocode: { UGC: zones },
      references: [],
      sent: iso(sent),
      effective: iso(sent),
      onset: iso(code.beginsAt ?? sent),
      ...(code.endsAt !== undefined && { expires: iso(code.endsAt), ends: iso(code.endsAt) }),
      status: 'Actual',
      messageType: code.action === 'NEW' ? 'Alert' : 'Update',
      severity,
      urgency,
      certainty,
      event,
      senderName: sender,
      headline: `${event} issued ${clock(sent)} ${until} by ${sender}`,
      description,
      instruction,
      eventCode: { NationalWeatherService: [`${code.phenomenon}${code.significance}`] },
      parameters: {
        VTEC: [codeText(code)],
        ...(headline && { NWSheadline: [headline] }),
        ...(motion && { eventMotionDescription: [motion] }),
        ...readTags(text),
      },
    },
  };
}

const stamp = (ms: number | undefined) =>
  ms === undefined ? '000000T0000Z' : `${iso(ms).replace(/[-:]/g, '').slice(2, 13)}Z`;

/** "/O.NEW.KLZK.TO.W.0042.261120T2051Z-261120T2130Z/". */
const codeText = (code: Vtec) =>
  `/${code.productClass}.${code.action}.${vtecName(code)}.${stamp(code.beginsAt)}-${stamp(code.endsAt)}/`;
