import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { Astro, Current, Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';

/** A point, in degrees, rounded to 0.01 as everything here is. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** The rounding that visitors share answers by: 0.01° is about a kilometre. */
export const rounded = ({ lat, lon }: Coordinates): Coordinates => ({
  lat: Math.round(lat * 100) / 100 + 0,
  lon: Math.round(lon * 100) / 100 + 0,
});

/** A place as far as forecasts and alerts need to know it. */
export interface Place extends Coordinates {
  name: string;
  region: string;
  country: string;
  /** IANA time zone. */
  tzId: string;
  /** FIPS code of its county, for instance "05119"; absent when the provider names none. */
  county?: string;
  /** NWS zones that it lies in, for instance "ARZ044" and "ARC119". */
  zones: string[];
}

/** What a station measured. Whether it is still the weather now is decided when it is answered. */
export interface Measurement {
  /** RFC 3339 UTC. */
  observedAt: string;
  /** "KLIT"; empty when the provider names no station. */
  stationId: string;
  /** "Little Rock, Adams Field"; empty when the provider names no station. */
  stationName: string;
  /** Without a condition where the station says nothing of the sky. */
  current: Current;
}

/**
 * A forecast as a source knows it, whichever it is: by moments and calendar days, not yet cut to what is asked for, and with
 * the ages that decide what of it is true later. This is what is kept as the last good answer, so a change of its shape needs
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
  /** Absent when no station near by has measured anything lately. */
  measurement?: Measurement;
  /** Readings that this source never has, as names of the fields of `Current` in the contract ("uv"). */
  neverMeasured: string[];
  /** The hours somebody has a forecast for, in order. */
  hours: Hour[];
  /** The days somebody has a forecast for, in order. */
  days: { date: string; day: Day; astro: Astro }[];
  /** The alerts that came with it, for the time when the weather service's own list cannot be had. */
  ownAlerts?: Alert[];
}

/** The key of a place's last good answer. The number is the version of `PlaceForecast`. */
export const keyOf = ({ lat, lon }: Coordinates): string => `forecast/2/${lat.toFixed(2)},${lon.toFixed(2)}`;
