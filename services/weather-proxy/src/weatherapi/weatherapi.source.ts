import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { NoForecastHere, type ForecastSource } from '../forecasts/forecast-source.js';
import type { Coordinates, PlaceForecast } from '../forecasts/place-forecast.js';
import type { Breaker } from '../upstream/breaker.js';
import type { DailyBudget } from '../upstream/daily-budget.js';
import type { Refusal, Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { coversNow, mapForecast } from './map-forecast.js';
import { errorSchema, forecastSchema } from './schemas.js';

/** Forecasts of WeatherAPI.com, the preferred source when there is a key: one call brings conditions, hours and days. */

/** Days asked for; a plan may give fewer. */
const days = 7;
/** When the day's budget runs low, an answer is used for this many times as long. */
const longerWhenScarce = 4;
const mostPlaces = 300;

const noSuchPlace = 1006;
const quotaUsedUp = 2007;
/** A used-up quota comes back with the next month; looking again every ten minutes costs nothing that is left. */
const quotaPauseMs = 10 * 60_000;

/** What the provider's own error codes (https://www.weatherapi.com/docs/#intro-error-codes) mean beyond their status. */
export function readRefusal(_status: number, body: unknown): Refusal | undefined {
  const { data } = errorSchema.safeParse(body);
  if (data?.error.code === noSuchPlace) return { outcome: 'not_found' };
  if (data?.error.code === quotaUsedUp) return { outcome: 'rate_limited', retryAfterMs: quotaPauseMs };
  return undefined;
}

export class WeatherApiSource implements ForecastSource {
  readonly name = 'weatherapi';
  private readonly known = new LRUCache<string, { forecast: PlaceForecast; fetchedAt: number }>({ max: mostPlaces });

  constructor(
    private readonly upstream: Upstream,
    private readonly breaker: Breaker,
    private readonly budget: DailyBudget,
    private readonly clock: Clock,
    private readonly freshMs: number,
  ) {}

  /** Asked for once at a time per place by the cache in front of the sources. */
  async fetchForecast(at: Coordinates, deadline: AbortSignal): Promise<PlaceForecast> {
    const address = `${at.lat},${at.lon}`;
    const held = this.known.get(address);
    const lifetimeMs = this.budget.isScarce ? this.freshMs * longerWhenScarce : this.freshMs;
    if (held && this.clock.now() - held.fetchedAt < lifetimeMs) return held.forecast;
    const fetchedAt = this.clock.now();
    const path = `/forecast.json?q=${at.lat},${at.lon}&days=${days}&aqi=yes&alerts=yes`;
    try {
      // Part of the check of the answer, so that an old one counts against the provider's health.
      const usable = forecastSchema.refine((answer) => coversNow(answer, this.clock.now()), 'is not for now');
      const guards = { breaker: this.breaker, deadline };
      const { value } = await this.upstream.getJson('forecast', path, usable, guards);
      const forecast = mapForecast(value, { at, now: this.clock.now(), fetchedAt });
      this.known.set(address, { forecast, fetchedAt });
      return forecast;
    } catch (error) {
      if (error instanceof UpstreamError && error.outcome === 'not_found') {
        throw new NoForecastHere(`no forecast for ${address}`, { cause: error });
      }
      throw error;
    }
  }
}
