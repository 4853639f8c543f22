/**
 * Alerts for a document without room for all of their texts and areas. The least dangerous and farthest ones lose theirs
 * first. What to do stays in every alert for the page's place and in the three most dangerous ones.
 */
import { isUpcoming } from '@site/domain/weather/alert-times';
import { counties, type County } from '@site/regions/counties';
import type { AlertData } from '../../responses/alert-json.js';
import { alertsBody, type AlertsData } from '../../responses/weather-responses.js';
import { escapedJson, type Block } from '../html.js';
import type { Detail } from '../page-paths.js';

/** What a page is about. */
export interface Subject {
  county?: County | undefined;
  detail?: Detail | undefined;
}

export interface ByteBudget {
  /** Of the alerts, as far as texts and areas can be left out. */
  detailBytes: number;
  /** Alerts that would exceed it are left out. */
  maxBytes?: number;
}

const alwaysInstructed = 3;

/** Of detail. */
const bare = 0;
const instructed = 1;
const full = 2;
const atLevel: Readonly<Record<number, (alert: AlertData) => AlertData>> = {
  [bare]: (alert) => ({ ...alert, desc: '', instruction: '', geometry: null }),
  [instructed]: (alert) => ({ ...alert, desc: '', geometry: null }),
  [full]: (alert) => alert,
};

interface Entry {
  alert: AlertData;
  level: number;
  isForCounty: boolean;
  /** Which alerts stay if there isn't room for all: the lowest. */
  group: number;
}

const detailed = (entry: Entry, level = entry.level): AlertData => atLevel[level]!(entry.alert);

/** With a comma. */
const bytesOf = (entry: Entry, level = entry.level): number =>
  Buffer.byteLength(escapedJson(JSON.stringify(detailed(entry, level)))) + 1;

const isFor = ({ fips }: County, { counties: codes, statewide }: AlertData) =>
  statewide || codes.length === 0 || codes.includes(fips);

/** Returns the distance to the nearest of an alert's counties in degrees of latitude; 0 without a place. */
function distanceTo(alert: AlertData, county: County | undefined): number {
  if (!county || isFor(county, alert)) return 0;
  const distances = counties
    .filter(({ fips }) => alert.counties.includes(fips))
    .map(({ lat, lon }) => Math.hypot(lat - county.lat, (lon - county.lon) * Math.cos((lat * Math.PI) / 180)));
  return Math.min(...distances);
}

/** Returns what the page is about first, then by place, danger and distance. */
function entriesOf(data: AlertsData, { county, detail }: Subject): Entry[] {
  const now = Date.parse(data.sourceTime ?? data.serverTime);
  const ranked = data.alerts.map((alert, index) => {
    const isSubject = detail !== undefined && (alert.id === detail.id || alert.event_key === detail.id);
    const isForCounty = county !== undefined && isFor(county, alert);
    const isTop = index < alwaysInstructed;
    const level = isSubject ? full : isForCounty || isTop ? instructed : bare;
    const rank = [isSubject ? 0 : 1, isForCounty ? 0 : 1, isTop ? 0 : 1, isUpcoming(alert, now) ? 1 : 0];
    return {
      entry: { alert, level, isForCounty, group: isSubject || isTop ? 0 : isForCounty ? 1 : 3 },
      rank: [...rank, alert.danger, distanceTo(alert, county), index],
    };
  });
  ranked.sort(({ rank: left }, { rank: right }) => {
    const at = left.findIndex((value, place) => value !== right[place]);
    return (left[at] ?? 0) - (right[at] ?? 0);
  });
  return ranked.map(({ entry }) => entry);
}

/**
 * Returns the alerts in the same order, marked `abridged`. If some had to be left out, `completeFor` names the county
 * whose alerts are all there, if there is one.
 */
export function abridgedAlerts(
  data: AlertsData,
  subject: Subject,
  { detailBytes, maxBytes = Infinity }: ByteBudget,
): Block {
  const { county } = subject;
  const listed = entriesOf(data, subject);
  // Pages show no texts of unlisted ones.
  const unlisted = data.unlisted.map((alert): Entry => {
    const isForCounty = county !== undefined && isFor(county, alert);
    return { alert, level: bare, isForCounty, group: isForCounty ? 2 : 4 };
  });
  const entries = [...listed, ...unlisted].toSorted((left, right) => left.group - right.group);

  const jsonOf = (alerts: AlertData[], others: AlertData[], completeFor?: string | null) =>
    JSON.stringify(
      alertsBody({
        ...data,
        alerts,
        unlisted: others,
        abridged: true,
        ...(completeFor !== undefined && { completeFor }),
      }),
    );
  let bytes = Buffer.byteLength(escapedJson(jsonOf([], [], county?.fips ?? null)));
  const included = new Map<AlertData, Entry>();
  for (const entry of entries) {
    bytes += bytesOf(entry);
    if (bytes > maxBytes) break;
    included.set(entry.alert, entry);
  }

  const limit = Math.min(detailBytes, maxBytes);
  const improve = (level: number) => {
    for (const entry of listed) {
      if (!included.has(entry.alert) || entry.level >= level) continue;
      bytes += bytesOf(entry, level) - bytesOf(entry);
      if (bytes > limit) return;
      entry.level = level;
    }
  };
  improve(instructed);
  improve(full);

  const left = (alerts: readonly AlertData[]) =>
    alerts.flatMap((alert) => {
      const entry = included.get(alert);
      return entry ? [detailed(entry)] : [];
    });
  const omitted = entries.filter(({ alert }) => !included.has(alert));
  const isCompleteHere = county && !omitted.some(({ isForCounty }) => isForCounty);
  const completeFor = omitted.length === 0 ? undefined : isCompleteHere ? county.fips : null;
  return { id: 'alerts-data', json: jsonOf(left(data.alerts), left(data.unlisted), completeFor) };
}
