import type { Coordinates, PlaceForecast } from './place-forecast.js';

/** A provider of forecasts. The chain asks them in order: the preferred first. */
export interface ForecastSource {
  /** As it appears in `meta.source`. */
  readonly name: string;
  /**
   * The forecast for a place, by the deadline.
   * @throws NoForecastHere where it has none for anybody; UpstreamError when it fails
   */
  fetchForecast(at: Coordinates, deadline: AbortSignal): Promise<PlaceForecast>;
}

/** Provides the list of sources, the preferred first. */
export const FORECAST_SOURCES = Symbol('forecast sources');

/** The provider works, but knows nothing of this place: the sea, another country. */
export class NoForecastHere extends Error {
  override name = 'NoForecastHere';
}
