/** A forecast as all sources return it: place, measurement, hours and days. */
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { Astro, Current, Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';

/** Degrees with two decimals: a cell's center (`cellAt`). */
export interface Coordinates {
  lat: number;
  lon: number;
}

export interface Place extends Coordinates {
  name: string;
  region: string;
  country: string;
  /** IANA time zone. */
  tzId: string;
  /** FIPS code, "05119". */
  county?: string;
  /** "ARZ044", "ARC119". */
  zones: string[];
}

/** A station's observation; every response decides whether it is current. */
export interface Measurement {
  /** RFC 3339 UTC. */
  observedAt: string;
  /** "KLIT"; empty if unknown. */
  stationId: string;
  /** "Little Rock, Adams Field"; empty if unknown. */
  stationName: string;
  /** No condition if the station doesn't report the sky. */
  current: Current;
}

/**
 * A source's forecast by moments and calendar days, not yet reduced to the requested range. Changes need a new number
 * in `keyOf`.
 */
export interface PlaceForecast {
  /** "nws", "weatherapi" or "sample". */
  source: string;
  /** When its oldest part was requested, RFC 3339 UTC. */
  fetchedAt: string;
  /** When its oldest part was made, RFC 3339 UTC, if known. */
  issuedAt?: string;
  place: Place;
  /** Absent without a recent observation nearby. */
  measurement?: Measurement;
  /** Fields of `Current` this source never has: "uv". */
  neverMeasured: string[];
  hours: Hour[];
  days: { date: string; day: Day; astro: Astro }[];
  /** For when the weather service's list is unavailable. */
  providerAlerts?: Alert[];
}

/** The number is the version of `PlaceForecast`. */
export const keyOf = ({ lat, lon }: Coordinates): string => `forecast/2/${lat.toFixed(2)},${lon.toFixed(2)}`;
