/** Opens the forecast sources that are configured. */
import type { FactoryProvider } from '@nestjs/common';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { NwsClient } from '../nws/nws-client.js';
import { NwsSource } from '../nws/nws.source.js';
import { Upstreams } from '../upstream/upstreams.js';
import { parseRejection, WeatherApiSource } from '../weatherapi/weatherapi.source.js';
import { FORECAST_SOURCES, type ForecastSource } from '../readings/forecast-source.js';

/** Shared by forecasts and alerts. */
export const NWS_CLIENT = Symbol('National Weather Service client');

/** Enough for about a thousand alerts, more than any state's outbreak. */
const maxAlertListBytes = 16 * 1024 * 1024;

export const nwsClientProvider: FactoryProvider<NwsClient> = {
  provide: NWS_CLIENT,
  inject: [CONFIG, CLOCK, Upstreams],
  useFactory: (config: Config, clock: Clock, upstreams: Upstreams) => {
    const settings = {
      provider: 'nws',
      baseUrl: config.NWS_BASE_URL,
      headers: { 'user-agent': config.NWS_USER_AGENT, accept: 'application/geo+json' },
    };
    const forAlerts = upstreams.open({ ...settings, maxBodyBytes: maxAlertListBytes });
    const forCap = upstreams.open({ ...settings, headers: { ...settings.headers, accept: 'application/cap+xml' } });
    return new NwsClient(clock, upstreams.open(settings), forAlerts, forCap, {
      forecasts: upstreams.breaker('nws', 'forecasts'),
      alerts: upstreams.breaker('nws', 'alerts'),
      resource: (name) => upstreams.breaker('nws', name, { reported: false }),
    });
  },
};

function weatherApi(config: Config, clock: Clock, upstreams: Upstreams): ForecastSource[] {
  if (!config.WEATHERAPI_KEY) return [];
  const budget = upstreams.budget('weatherapi', config.WEATHERAPI_DAILY_BUDGET);
  const upstream = upstreams.open({
    provider: 'weatherapi',
    baseUrl: config.WEATHERAPI_BASE_URL,
    headers: { accept: 'application/json' },
    secretQuery: { key: config.WEATHERAPI_KEY },
    parseRejection,
    budget,
  });
  const breaker = upstreams.breaker('weatherapi', 'forecasts');
  return [new WeatherApiSource(upstream, breaker, budget, clock, config.FORECAST_TTL_SECONDS * 1_000)];
}

/** The source with a key first, the keyless one always. */
export const forecastSourcesProvider: FactoryProvider<ForecastSource[]> = {
  provide: FORECAST_SOURCES,
  inject: [CONFIG, CLOCK, Upstreams, NWS_CLIENT],
  useFactory: (config: Config, clock: Clock, upstreams: Upstreams, client: NwsClient) => [
    ...weatherApi(config, clock, upstreams),
    new NwsSource(client, clock, {
      forecastMs: config.FORECAST_TTL_SECONDS * 1_000,
      observationMs: config.OBSERVATION_TTL_SECONDS * 1_000,
    }),
  ],
};
