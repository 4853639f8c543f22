/** Simulates api.weather.gov from recordings, with alerts that tests set. */
import { hasRecordings } from '@site/regions/data';
import { doorstep, state } from '@site/regions/state';
import { Recordings, type Recording } from '@site/weather-proxy/nws/recording';
import { borrowedRecordings } from './borrowed-recordings.js';
import { capAlert, capXml, squareAround } from './cap.js';
import { spanishTornado } from './spanish-texts.js';
import { findTextProduct } from './storm-context/text-products.js';

/** The state and its surroundings. */
const { south, north, west, east } = doorstep;

const recordings = hasRecordings() ? new Recordings() : borrowedRecordings();
const replay = (name: Recording, now: Date) => recordings.replay(name, now);
const gridAddress = `/gridpoints/${state.forecastOffice}/${recordings.place.gridX},${recordings.place.gridY}`;

export type Found =
  | { kind: 'document'; body: unknown }
  | { kind: 'cap'; xml: string }
  | { kind: 'moved'; location: string; status?: number }
  | { kind: 'not_found'; title: string; type: string; status?: number };

interface Feature {
  properties: Record<string, unknown>;
}
interface Collection {
  features: Feature[];
}

/** In addition to the recorded ones, or instead. */
export interface PlayedAlerts {
  instead?: readonly unknown[];
  added?: readonly unknown[];
}

/** Changes since the recordings. */
export interface NwsChanges {
  /** All points' new cell; the recorded one is gone. */
  movedTo?: { gridId: string; gridX: number; gridY: number };
  /** For the old cell: 404 by default, a redirect to the new one, or a rejection. */
  removedStatus?: 301 | 302 | 307 | 308 | 400 | 410;
  closed?: readonly string[];
  /** Near every cell, if changed. */
  stations?: readonly string[];
}

const gridPathOf = ({ gridId, gridX, gridY }: NonNullable<NwsChanges['movedTo']>) =>
  `/gridpoints/${gridId}/${gridX},${gridY}`;

/** Responds like `findNws` after changes to the grid or the stations. */
export function findNwsAfter(changes: NwsChanges, address: URL, now: Date, alerts: PlayedAlerts = {}): Found {
  const { movedTo, removedStatus, closed = [], stations } = changes;
  const station = /^\/stations\/([A-Z0-9]+)\//.exec(address.pathname)?.[1] ?? '';
  if (closed.includes(station)) return { kind: 'not_found', title: 'Not Found', type: 'NotFound' };
  if (!movedTo) return withStations(findNws(address, now, alerts), address, stations);
  const before = gridAddress;
  const after = gridPathOf(movedTo);
  const isOf = (cell: string) => address.pathname === cell || address.pathname.startsWith(`${cell}/`);
  if (isOf(before)) {
    if (removedStatus === undefined || removedStatus >= 400)
      return {
        kind: 'not_found',
        title: 'Not Found',
        type: 'NotFound',
        ...(removedStatus && { status: removedStatus }),
      };
    return { kind: 'moved', location: `${after}${address.pathname.slice(before.length)}`, status: removedStatus };
  }
  const asBefore = new URL(address);
  if (isOf(after)) asBefore.pathname = before + address.pathname.slice(after.length);
  const found = findNws(asBefore, now, alerts);
  if (found.kind !== 'document' || !address.pathname.startsWith('/points/'))
    return withStations(found, address, stations);
  const body = found.body as Feature;
  return { kind: 'document', body: { ...body, properties: { ...body.properties, ...movedTo } } };
}

function withStations(found: Found, { pathname }: URL, stations: readonly string[] | undefined): Found {
  if (!stations || found.kind !== 'document' || !pathname.endsWith('/stations')) return found;
  const { features, ...rest } = found.body as Collection;
  const named = stations.map((stationIdentifier) => ({
    ...features[0],
    properties: { ...features[0]?.properties, stationIdentifier },
  }));
  return { kind: 'document', body: { ...rest, features: named } };
}

/** Returns documents as if recorded at `now`. */
export function findNws(address: URL, now: Date, alerts: PlayedAlerts = {}): Found {
  const document = (name: Recording, at = now): Found => ({ kind: 'document', body: replay(name, at) });
  const { pathname } = address;
  const point = /^\/points\/(-?\d+(?:\.(\d+))?),(-?\d+(?:\.(\d+))?)$/.exec(pathname);
  if (point) {
    const [, lat = '', latDecimals = '', lon = '', lonDecimals = ''] = point;
    // The provider redirects coordinates with too many decimals or trailing zeros.
    const written = `${Number(Number(lat).toFixed(4))},${Number(Number(lon).toFixed(4))}`;
    if (latDecimals.length > 4 || lonDecimals.length > 4 || written !== `${lat},${lon}`) {
      return { kind: 'moved', location: `/points/${written}` };
    }
    const inside = Number(lat) >= south && Number(lat) <= north && Number(lon) >= west && Number(lon) <= east;
    return inside
      ? document('point')
      : { kind: 'not_found', title: 'Data Unavailable For Requested Point', type: 'InvalidPoint' };
  }
  switch (pathname) {
    case gridAddress:
      return document('grid');
    case `${gridAddress}/forecast`:
      return document('halfDays');
    case `${gridAddress}/forecast/hourly`:
      return document('hourly');
    case `${gridAddress}/stations`: {
      const stations = replay('stations', now) as Collection;
      const limit = Number(address.searchParams.get('limit') ?? 500);
      return { kind: 'document', body: { ...stations, features: stations.features.slice(0, limit) } };
    }
    case '/alerts/active': {
      const list = alertsAt(now, alerts);
      const area = address.searchParams.get('area');
      const features = area === null || area === state.postalCode ? list.features : (alerts.added ?? []);
      return { kind: 'document', body: { ...list, features } };
    }
  }
  const alert = /^\/alerts\/(urn:.+)$/.exec(pathname)?.[1];
  const feature = alert && alertsAt(now, alerts).features.find(({ properties }) => properties['id'] === alert);
  if (feature) return { kind: 'cap', xml: capXml(feature) };
  const station = /^\/stations\/([A-Z0-9]+)\/observations(\/latest)?$/.exec(pathname)?.[1];
  if (station) return { kind: 'document', body: observationsOf(station, now) };
  const text = findTextProduct(pathname, now);
  if (text) return { kind: 'document', body: text };
  return { kind: 'not_found', title: 'Not Found', type: 'NotFound' };
}

function alertsAt(now: Date, { instead, added = [] }: PlayedAlerts): Collection {
  // By the hour, so that alerts are the same in every call.
  const recorded = replay('alerts', new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)) as Collection;
  return {
    ...recorded,
    features: [...((instead as Feature[] | undefined) ?? recorded.features), ...(added as Feature[])],
  };
}

/** Reports the same for all stations: only one was recorded. */
function observationsOf(station: string, now: Date): unknown {
  const recorded = replay('observations', now) as Collection;
  const address = `https://api.weather.gov/stations/${station}`;
  return {
    ...recorded,
    features: recorded.features.map((feature) => ({
      ...feature,
      properties: { ...feature.properties, station: address },
    })),
  };
}

/** Around Little Rock. */
export const tornadoWarning = (issued: Date, end: Date): unknown =>
  capAlert({
    id: `urn:oid:2.49.0.1.840.0.simulated.${issued.getTime()}`,
    event: 'Tornado Warning',
    sent: issued,
    ends: end,
    counties: ['05119'],
    areaDesc: 'Pulaski, AR',
    severity: 'Extreme',
    geometry: squareAround(34.775, -92.275),
    description: 'A tornado was located near Little Rock, moving northeast at 40 mph.\n\nHAZARD...Damaging tornado.',
    instruction: 'TAKE COVER NOW! Move to a basement or an interior room on the lowest floor.',
    spanish: spanishTornado(end),
  });
