import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { Astro, Current, Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';

/** Degrees with two decimals: the center of a cell (`cellAt`), like all points here. */
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
  /** FIPS code, for instance "05119"; absent if the provider doesn't give the county. */
  county?: string;
  /** NWS zones, for instance "ARZ044" and "ARC119". */
  zones: string[];
}

/** A station's observation. Whether it is current is decided for every response. */
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
 * A forecast in the same shape from every source: by moments and calendar days, not yet reduced to the requested range,
 * and with the timestamps that later determine what is current. It is stored as the last good response, so changing its
 * shape requires a new number in `keyOf`.
 */
export interface PlaceForecast {
  /** "nws", "weatherapi" or "sample". */
  source: string;
  /** When its oldest part was requested, RFC 3339 UTC. */
  fetchedAt: string;
  /** When its oldest part was made, RFC 3339 UTC, if known. */
  madeAt?: string;
  place: Place;
  /** Absent without a recent observation nearby. */
  measurement?: Measurement;
  /** Readings this source never has, named like the fields of `Current` in the contract ("uv"). */
  neverMeasured: string[];
  hours: Hour[];
  days: { date: string; day: Day; astro: Astro }[];
  /** The provider's, used while the weather service's list is unavailable. */
  ownAlerts?: Alert[];
}

/** The number is the version of `PlaceForecast`. */
export const keyOf = ({ lat, lon }: Coordinates): string => `forecast/2/${lat.toFixed(2)},${lon.toFixed(2)}`;
