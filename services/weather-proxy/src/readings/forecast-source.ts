import type { Coordinates, PlaceForecast } from './place-forecast.js';

/** A provider of forecasts. The preferred one is asked first. */
export interface ForecastSource {
  /** As shown in `meta.source`. */
  readonly name: string;
  /** How long a forecast of it is currently used before it is asked again, in milliseconds. */
  readonly freshMs: number;
  /** Whether it may be asked before any visitor does: never where calls are paid for or counted. */
  readonly mayBeAskedAhead: boolean;
  /**
   * The forecast for a place, by the deadline.
   * @throws NoForecastHere where it has none at all; UpstreamError when it fails
   */
  fetchForecast(at: Coordinates, deadline: AbortSignal): Promise<PlaceForecast>;
}

/** Provides the sources, the preferred first. */
export const FORECAST_SOURCES = Symbol('forecast sources');

/** The provider works, but does not cover this place: the sea, another country. */
export class NoForecastHere extends Error {
  override name = 'NoForecastHere';
}
