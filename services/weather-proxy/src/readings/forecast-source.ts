/** The interface of a forecast source. */
import type { Coordinates, PlaceForecast } from './place-forecast.js';

export interface ForecastSource {
  /** As shown in `meta.source`. */
  readonly name: string;
  /** Current TTL, in milliseconds. */
  readonly freshMs: number;
  /** False when calls are paid for or limited. */
  readonly canPrefetch: boolean;
  /** @throws NoForecastHere when it doesn't cover the place; UpstreamError when it fails */
  fetchForecast(at: Coordinates, deadline: AbortSignal): Promise<PlaceForecast>;
}

/** In order of preference. */
export const FORECAST_SOURCES = Symbol('forecast sources');

/** The provider works but doesn't cover this place. */
export class NoForecastHere extends Error {
  override name = 'NoForecastHere';
}
