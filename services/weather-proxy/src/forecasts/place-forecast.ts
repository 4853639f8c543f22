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

/**
 * A forecast as a source knows it, whichever it is: by moments and calendar days, not yet cut to what is asked for. This is
 * what is kept as the last good answer, so a change of its shape needs a new number in `keyOf`.
 */
export interface PlaceForecast {
  /** "nws", "weatherapi" or "sample". */
  source: string;
  /** When the oldest part of it was asked for, RFC 3339 UTC. */
  fetchedAt: string;
  /** When the current conditions were measured, RFC 3339 UTC; absent when they come from the forecast. */
  observedAt?: string;
  place: Place;
  current: Current;
  /** The hours somebody has a forecast for, in order. */
  hours: Hour[];
  /** The days somebody has a forecast for, in order. */
  days: { date: string; day: Day; astro: Astro }[];
  /** The alerts that came with it, for the time when the weather service's own list cannot be had. */
  ownAlerts?: Alert[];
}

/** The key of a place's last good answer. The number is the version of `PlaceForecast`. */
export const keyOf = ({ lat, lon }: Coordinates): string => `forecast/1/${lat.toFixed(2)},${lon.toFixed(2)}`;
