/** Maps the National Weather Service's parts of a forecast to ours. */
import { state } from '@site/regions/state';
import { isDelayed } from '../readings/measurement-age.js';
import { hourMs, localDate } from '../readings/local-time.js';
import type { Coordinates, Place, PlaceForecast } from '../readings/place-forecast.js';
import { daylight, type SunTimes } from '../readings/sun.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { gridByHour, gridHighs, gridLows } from './grid.js';
import { measurementOf, type StationObservation } from './map-current.js';
import { mapDays } from './map-days.js';
import { mapHours } from './map-hours.js';
import type { Grid, Periods, Point } from './schemas.js';
import { stateNames } from './state-names.js';

export interface NwsParts {
  point: Point;
  hourly: Periods;
  halfDays: Periods;
  grid?: Grid | undefined;
  observation?: StationObservation | undefined;
}

/** "https://api.weather.gov/zones/county/ARC119" → "ARC119" */
const zoneOf = (address: string | null | undefined) => /\/([A-Z]{2}[CZ]\d{3})$/.exec(address ?? '')?.[1];

/** Counties of other states are matched by zone. */
const stateFips: Readonly<Record<string, string>> = { [state.postalCode]: state.fips };

/** Returns the place, with the county (FIPS code; undefined outside the state) and zones that alerts are matched by. */
export function placeOf(at: Coordinates, point: Point): Place {
  const zones = [point.county, point.forecastZone, point.fireWeatherZone]
    .map(zoneOf)
    .filter((zone) => zone !== undefined);
  const county = zoneOf(point.county);
  const fips = county && stateFips[county.slice(0, 2)];
  const near = point.relativeLocation?.properties;
  return {
    ...at,
    name: near?.city ?? '',
    region: near ? (stateNames[near.state] ?? near.state) : '',
    country: 'United States of America',
    tzId: point.timeZone,
    ...(county && fips && { county: fips + county.slice(3) }),
    zones: [...new Set(zones)],
  };
}

/** A point's sun times are for the day of its request. */
function toSunTimes({ astronomicalData, timeZone }: Point): Map<string, SunTimes> {
  const { sunrise, sunset } = astronomicalData ?? {};
  if (typeof sunrise !== 'number' || typeof sunset !== 'number') return new Map();
  return new Map([[localDate(sunrise, timeZone), { sunrise, sunset }]]);
}

/** The weather service publishes no UV index. */
const neverMeasured = ['uv'];

/** When the office issued it. */
const getIssuedAt = ({ updateTime, generatedAt }: Periods) => updateTime ?? generatedAt ?? undefined;

/** Up to 12 hours old, or not older than the forecast. */
const isOfUse = ({ updateTime }: Grid, issuedAt: number | undefined, now: number): boolean =>
  !updateTime || !isDelayed(updateTime, now) || (issuedAt !== undefined && updateTime >= issuedAt);

/**
 * The current hour contains now; it may not be the first.
 * @throws UpstreamError `invalid` when the forecast doesn't cover now
 */
export function mapForecast(
  parts: NwsParts,
  options: { source: string; at: Coordinates; now: number; fetchedAt: number },
): PlaceForecast {
  const { now, at } = options;
  const { observation, hourly, halfDays } = parts;
  const place = placeOf(at, parts.point);
  const sun = toSunTimes(parts.point);
  const isDay = daylight(place, sun);
  const issueTimes = [getIssuedAt(hourly), getIssuedAt(halfDays)].filter((timestamp) => timestamp !== undefined);
  const issuedAt = issueTimes.length > 0 ? Math.min(...issueTimes) : undefined;
  const grid = parts.grid && isOfUse(parts.grid, issuedAt, now) ? parts.grid : undefined;
  const hours = mapHours(hourly.periods, gridByHour(grid), place.tzId, isDay, now);
  const isCovered =
    hourly.periods.some(({ startTime, endTime }) => startTime <= now && now < endTime) &&
    hours.some(({ timeEpoch }) => timeEpoch * 1_000 === Math.floor(now / hourMs) * hourMs);
  if (!isCovered) throw new UpstreamError('the hourly forecast does not cover the current hour', 'invalid');
  const extremes = { highs: gridHighs(grid), lows: gridLows(grid) };
  return {
    source: options.source,
    fetchedAt: new Date(options.fetchedAt).toISOString(),
    ...(issuedAt !== undefined && { issuedAt: new Date(issuedAt).toISOString() }),
    place,
    ...(observation && { measurement: measurementOf(observation, isDay) }),
    neverMeasured,
    hours,
    days: mapDays({ periods: halfDays.periods, hours, ...extremes, place, sun, now }),
  };
}
