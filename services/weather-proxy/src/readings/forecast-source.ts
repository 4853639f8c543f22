import type { Coordinates, PlaceForecast } from './place-forecast.js';

/** A forecast provider. The preferred one is tried first. */
export interface ForecastSource {
  /** As shown in `meta.source`. */
  readonly name: string;
  /** Current TTL of its forecasts, in milliseconds. */
  readonly freshMs: number;
  /** Whether forecasts may be prefetched: never when calls are paid for or limited. */
  readonly mayBeAskedAhead: boolean;
  /**
   * Returns the forecast for a place, by the deadline.
   * @throws NoForecastHere when it doesn't cover the place; UpstreamError when it fails
   */
  fetchForecast(at: Coordinates, deadline: AbortSignal): Promise<PlaceForecast>;
}

/** Injection token of the sources, in order of preference. */
export const FORECAST_SOURCES = Symbol('forecast sources');

/** The provider works but doesn't cover this place, for instance the sea or another country. */
export class NoForecastHere extends Error {
  override name = 'NoForecastHere';
}
