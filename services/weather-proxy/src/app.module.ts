import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ChangeFeed, ChangesController } from '@site/platform/changes';
import { ServiceModule } from '@site/platform/service.module';
import type { Logger } from '@site/platform/tokens';
import { ALERT_SOURCE, AlertFeed, type AlertSource } from './alerts/alert-feed.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { CLOCK, systemClock, type Clock } from './clock.js';
import { CONFIG, type Config } from './config.js';
import { databaseSettings } from './database.js';
import { ForecastCache } from './forecasts/forecast-cache.js';
import { FORECAST_SOURCES, type ForecastSource } from './forecasts/forecast-source.js';
import { ForecastsController } from './forecasts/forecasts.controller.js';
import { NwsClient } from './nws/nws-client.js';
import { NwsSource } from './nws/nws.source.js';
import { Breaker } from './upstream/breaker.js';
import { breakerOpen } from './upstream/metrics.js';
import { Upstream } from './upstream/upstream.js';

const NWS = Symbol('upstream of the National Weather Service');
const NWS_CLIENT = Symbol('client of the National Weather Service');

/** The weather proxy. A further provider is a source more in FORECAST_SOURCES, the preferred ones first. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(@Inject(NWS) private readonly nws: Upstream) {}

  static with(config: Config, logger: Logger, clock: Clock = systemClock): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with({ logger, database: databaseSettings(config) })],
      controllers: [ForecastsController, AlertsController, ChangesController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: CLOCK, useValue: clock },
        {
          provide: NWS,
          useFactory: () =>
            new Upstream({
              provider: 'nws',
              baseUrl: config.NWS_BASE_URL,
              headers: { 'user-agent': config.NWS_USER_AGENT, accept: 'application/geo+json' },
            }),
        },
        {
          provide: NWS_CLIENT,
          inject: [NWS],
          useFactory: (upstream: Upstream) =>
            new NwsClient(upstream, { forecasts: nwsBreaker('forecasts'), alerts: nwsBreaker('alerts') }),
        },
        {
          provide: FORECAST_SOURCES,
          inject: [NWS_CLIENT],
          useFactory: (client: NwsClient): ForecastSource[] => [
            new NwsSource(client, clock, {
              forecastMs: config.FORECAST_TTL_SECONDS * 1_000,
              observationMs: config.OBSERVATION_TTL_SECONDS * 1_000,
            }),
          ],
        },
        {
          provide: ALERT_SOURCE,
          inject: [NWS_CLIENT],
          useFactory: (client: NwsClient): AlertSource => ({
            name: 'nws',
            fetchActive: (deadline) => client.activeAlerts(deadline),
          }),
        },
        ForecastCache,
        AlertFeed,
        ChangeFeed,
      ],
    };

    function nwsBreaker(purpose: string): Breaker {
      return new Breaker(clock, (open) => {
        breakerOpen.set({ provider: 'nws', purpose }, open ? 1 : 0);
        logger.warn(
          { provider: 'nws', purpose, open },
          open ? 'not called any more: it keeps failing' : 'answers again',
        );
      });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.nws.close();
  }
}
