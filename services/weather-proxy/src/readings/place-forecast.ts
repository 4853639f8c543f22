import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { Astro, Current, Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';

/** A point in degrees with two decimals: the middle of a cell (`cellAt`), like all points in here. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** A place, as far as forecasts and alerts need to know it. */
export interface Place extends Coordinates {
  name: string;
  region: string;
  country: string;
  /** IANA time zone. */
  tzId: string;
  /** FIPS code of its county, for instance "05119"; absent when the provider names none. */
  county?: string;
  /** NWS zones it lies in, for instance "ARZ044" and "ARC119". */
  zones: string[];
}

/** What a station measured. Whether it still counts as now is decided for every answer. */
export interface Measurement {
  /** RFC 3339 UTC. */
  observedAt: string;
  /** "KLIT"; empty when the provider names no station. */
  stationId: string;
  /** "Little Rock, Adams Field"; empty when the provider names no station. */
  stationName: string;
  /** Without a condition where the station does not report the sky. */
  current: Current;
}

/**
 * A forecast in the same shape from every source: by moments and calendar days, not yet cut to what is asked for, and
 * with the ages that decide later what is still true. It is stored as the last good answer, so a change of shape needs
 * a new number in `keyOf`.
 */
export interface PlaceForecast {
  /** "nws", "weatherapi" or "sample". */
  source: string;
  /** When the oldest part of it was asked for, RFC 3339 UTC. */
  fetchedAt: string;
  /** When the oldest part of it was made, RFC 3339 UTC; absent when the provider does not say. */
  madeAt?: string;
  place: Place;
  /** Absent when no nearby station has measured anything lately. */
  measurement?: Measurement;
  /** Readings this source never has, named like the fields of `Current` in the contract ("uv"). */
  neverMeasured: string[];
  /** The hours with a forecast, in order. */
  hours: Hour[];
  /** The days with a forecast, in order. */
  days: { date: string; day: Day; astro: Astro }[];
  /** The alerts that came with it, for when the weather service's own list is unavailable. */
  ownAlerts?: Alert[];
}

/** The key of a place's last good answer. The number is the version of `PlaceForecast`. */
export const keyOf = ({ lat, lon }: Coordinates): string => `forecast/2/${lat.toFixed(2)},${lon.toFixed(2)}`;
