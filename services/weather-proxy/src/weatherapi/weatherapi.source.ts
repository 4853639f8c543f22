/** WeatherAPI.com: one call returns conditions, hours and days. */
import type { Clock } from '@site/platform/base/clock';
import { NoForecastHere, type ForecastSource } from '../readings/forecast-source.js';
import type { Coordinates, PlaceForecast } from '../readings/place-forecast.js';
import type { Breaker } from '../upstream/breaker.js';
import type { DailyBudget } from '../upstream/daily-budget.js';
import type { UpstreamRejection, Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { coversNow, mapForecast } from './map-forecast.js';
import { errorSchema, forecastSchema } from './schemas.js';

/** A plan may return fewer. */
const days = 7;
/** TTL factor when the daily budget runs low. */
const longerWhenScarce = 4;

const noSuchPlace = 1006;
const quotaUsedUp = 2007;
/** A call every ten minutes costs nothing until the quota resets. */
const quotaPauseMs = 10 * 60_000;

/** Error codes: https://www.weatherapi.com/docs/#intro-error-codes. */
export function parseRejection(_status: number, body: unknown): UpstreamRejection | undefined {
  const { data } = errorSchema.safeParse(body);
  if (data?.error.code === noSuchPlace) return { outcome: 'not_found' };
  if (data?.error.code === quotaUsedUp) return { outcome: 'rate_limited', retryAfterMs: quotaPauseMs };
  return undefined;
}

/** Preferred over all other sources if a key is configured. */
export class WeatherApiSource implements ForecastSource {
  readonly name = 'weatherapi';
  readonly canPrefetch = false;
  /** Outdated responses fail, for the breaker. */
  private readonly responseSchema = forecastSchema.refine(
    (response) => coversNow(response, this.clock.now()),
    'does not cover the present',
  );

  constructor(
    private readonly upstream: Upstream,
    private readonly breaker: Breaker,
    private readonly budget: DailyBudget,
    private readonly clock: Clock,
    private readonly defaultFreshMs: number,
  ) {}

  get freshMs(): number {
    return this.budget.isScarce ? this.defaultFreshMs * longerWhenScarce : this.defaultFreshMs;
  }

  async fetchForecast(at: Coordinates, deadline: AbortSignal): Promise<PlaceForecast> {
    const fetchedAt = this.clock.now();
    const path = `/forecast.json?q=${at.lat},${at.lon}&days=${days}&aqi=yes&alerts=yes`;
    try {
      const guards = { breaker: this.breaker, deadline };
      const { value } = await this.upstream.getJson('forecast', path, this.responseSchema, guards);
      return mapForecast(value, { at, now: this.clock.now(), fetchedAt });
    } catch (error) {
      if (error instanceof UpstreamError && error.outcome === 'not_found') {
        throw new NoForecastHere(`no forecast for ${at.lat},${at.lon}`, { cause: error });
      }
      throw error;
    }
  }
}
