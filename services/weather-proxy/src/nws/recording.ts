/**
 * Recorded National Weather Service responses (`recorded/README.md` in a state's folder), with times moved to now, for
 * the sample and the tests' simulator.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readStateData } from '@site/regions/data';
import { localDate } from '../readings/local-time.js';
import { sunTimes } from '../readings/sun.js';
import { shiftAlertTimes, type RecordedAlert } from './recorded-texts.js';

/** From `recorded/index.json`. */
export interface RecordedPlace {
  office: string;
  postalCode: string;
  /** As requested: "34.749,-92.275". */
  point: string;
  gridX: number;
  gridY: number;
  station: string;
}

export type Recording = 'point' | 'grid' | 'halfDays' | 'hourly' | 'stations' | 'observations' | 'alerts';

/** File names without ".json". */
function namesOf({ office, postalCode, point, gridX, gridY, station }: RecordedPlace): Record<Recording, string> {
  const grid = `gridpoints_${office}_${gridX},${gridY}`;
  return {
    point: `points_${point}`,
    grid,
    halfDays: `${grid}_forecast`,
    hourly: `${grid}_forecast_hourly`,
    stations: `${grid}_stations`,
    observations: `stations_${station}_observations`,
    alerts: `alerts_active_area=${postalCode}`,
  };
}

interface RecordedPoint {
  properties: { timeZone: string; astronomicalData?: Record<string, string> };
}

/** The recorded responses of one place. */
export class Recordings {
  readonly place: RecordedPlace;
  private readonly names: Record<Recording, string>;

  /** @param read reads a JSON file of the state's folder */
  constructor(private readonly read: (file: string) => unknown = readStateData) {
    this.place = read('recorded/index.json') as RecordedPlace;
    this.names = namesOf(this.place);
  }

  /** For another state's folder. */
  static readerOf(folder: string): (file: string) => unknown {
    return (file) => JSON.parse(readFileSync(new URL(file, pathToFileURL(`${folder}/`)), 'utf8')) as unknown;
  }

  private recorded(name: Recording, now: Date): unknown {
    return resolveTimes(this.read(`recorded/${this.names[name]}.json`), now);
  }

  /** With the sun of today instead of the recording's season. */
  private point(now: Date) {
    const point = this.recorded('point', now) as RecordedPoint;
    const { timeZone, astronomicalData } = point.properties;
    const [lat = 0, lon = 0] = this.place.point.split(',').map(Number);
    const sun = sunTimes(localDate(now.getTime(), timeZone), { lat, lon, tzId: timeZone });
    const instants = {
      ...(sun.sunrise !== undefined && { sunrise: `${rfc3339(sun.sunrise)}+00:00` }),
      ...(sun.sunset !== undefined && { sunset: `${rfc3339(sun.sunset)}+00:00` }),
    };
    return { ...point, properties: { ...point.properties, astronomicalData: { ...astronomicalData, ...instants } } };
  }

  /** As if made at `now`. */
  replay(name: Recording, now: Date): unknown {
    if (name === 'point') return this.point(now);
    if (name !== 'alerts') return this.recorded(name, now);
    const alerts = this.recorded('alerts', now) as { features: RecordedAlert[] };
    const { timeZone } = this.point(now).properties;
    return { ...alerts, features: alerts.features.map((alert) => shiftAlertTimes(alert, timeZone)) };
  }
}

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/** These fields get their usual age. */
const defaultAges: Readonly<Record<string, string>> = {
  updated: 'date:now -1 hours',
  updateTime: 'date:now -1 hours',
  generatedAt: 'date:now -30 minutes',
  timestamp: 'date:now -20 minutes',
};

/** Replaces placeholders anywhere in a JSON value by RFC 3339 times relative to `now`. */
export function resolveTimes(value: unknown, now: Date, name?: string): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('date:')) return resolvePlaceholder(value, now);
    const age = name && defaultAges[name];
    return age ? resolvePlaceholder(age, now) : value;
  }
  if (Array.isArray(value)) return value.map((entry) => resolveTimes(entry, now));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolveTimes(entry, now, key)]));
  }
  return value;
}

/** Resolves "date:now:hour +6 hours / PT1H", "date:today 06:32:-06 +1 days", … to RFC 3339. */
export function resolvePlaceholder(placeholder: string, now: Date): string {
  const match =
    /^date:(now:hour|now|today (\d\d):(\d\d):([+-]\d{1,2}))(?: ([+-]?\d+) ?([a-z]+))?(?: ?\/ ?(P\S+))?$/.exec(
      placeholder,
    );
  if (!match) throw new Error(`invalid time placeholder: ${placeholder}`);
  const [, kind = '', hour, minute, offset = '0', amount = '0', unit = 's', duration] = match;
  const shiftMs = Number(amount) * (unitMs[unit[0] ?? ''] ?? 0);
  const interval = duration ? `/${duration}` : '';
  const offsetHours = Number(offset);
  if (kind.startsWith('today')) {
    const localMidnight = Math.floor((now.getTime() + offsetHours * 3_600_000) / 86_400_000) * 86_400_000;
    const local = localMidnight + Number(hour) * 3_600_000 + Number(minute) * 60_000 + shiftMs;
    const sign = offsetHours < 0 ? '-' : '+';
    return `${rfc3339(local)}${sign}${String(Math.abs(offsetHours)).padStart(2, '0')}:00${interval}`;
  }
  const start = kind === 'now:hour' ? Math.floor(now.getTime() / 3_600_000) * 3_600_000 : now.getTime();
  return `${rfc3339(start + shiftMs)}+00:00${interval}`;
}

const rfc3339 = (ms: number) => new Date(ms).toISOString().slice(0, 19);
