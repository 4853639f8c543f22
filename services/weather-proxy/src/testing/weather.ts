/** Runs weather proxies on a test database against simulated providers. */
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testTlsVariables } from '@site/platform/testing/identities';
import { testLogger } from '@site/platform/testing/logger';
import { startTestService, type TestService } from '@site/platform/testing/service';
import type {
  AlertEvent,
  GetAlertEventResponse,
  ListAlertEventsResponse,
  ListAlertsAtResponse,
} from '@site/proto/gen/nest/weather/v1/alert_events';
import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import type { SearchPlacesResponse } from '@site/proto/gen/nest/weather/v1/places';
import type { ListPostsResponse } from '@site/proto/gen/nest/weather/v1/social';
import { providersBelow } from '../../../../simulator/addresses.mjs';
import { providers, startSimulator, type Simulator } from '../../../../simulator/simulator.js';
import { AppModule, maxResponseBytes } from '../app.module.js';
import type { Clock } from '@site/platform/base/clock';
import { configFrom } from '../config.js';
import { databaseContents } from '../database.js';

/** Where the recording was made. */
export const littleRock = { lat: 34.76, lon: -92.28 } as const;

/** Real time that a test may advance or offset. */
export class TestClock implements Clock {
  private aheadMs = 0;

  /** @param wrongByMs how far the machine's clock is ahead of real time */
  constructor(private wrongByMs = 0) {}

  now(): number {
    return Date.now() + this.aheadMs + this.wrongByMs;
  }

  elapsed(): number {
    return performance.now() + this.aheadMs;
  }

  advance(ms: number): void {
    this.aheadMs += ms;
  }

  /** Sets the wall clock back, but not elapsed time. */
  setBack(ms: number): void {
    this.wrongByMs -= ms;
  }
}

/** A weather proxy, called over gRPC. */
export interface Weather {
  clock: TestClock;
  service: TestService;
  forecast(place?: { lat: number; lon: number; days?: number }): Promise<GetForecastResponse>;
  alerts(): Promise<ListAlertsResponse>;
  /** By its key or a message's id. */
  event(name: string): Promise<GetAlertEventResponse>;
  /** After a sequence number. */
  eventsAfter(after: number): Promise<AlertEvent[]>;
  eventsAt(county: string, time: string): Promise<AlertEvent[]>;
  search(query: string): Promise<SearchPlacesResponse>;
  posts(): Promise<ListPostsResponse>;
}

/** A database, a provider simulator, and any number of weather proxies. */
export class WeatherBench {
  private readonly running = new Set<TestService>();

  private constructor(
    readonly database: TestDatabase,
    readonly simulator: Simulator,
  ) {}

  static async open(): Promise<WeatherBench> {
    return new WeatherBench(await testDatabase(databaseContents), await startSimulator());
  }

  /** Starts a proxy as production does. */
  async start(environment: Record<string, string> = {}, clock = new TestClock()): Promise<Weather> {
    const config = configFrom({
      NODE_ENV: 'test',
      GRPC_LISTEN: '127.0.0.1:0',
      ...testTlsVariables('weather-proxy'),
      DATABASE_URL: this.database.settings.url,
      DATABASE_POOL_MAX: '3',
      ...providersBelow(this.simulator.url),
      ALERTS_POLL_SECONDS: '1',
      ...environment,
    });
    const service = await startTestService({
      name: 'weather-proxy',
      module: AppModule.with(config, testLogger, clock),
      packages: ['weather', 'changes'],
      logger: testLogger,
      maxResponseBytes,
    });
    this.running.add(service);
    return {
      clock,
      service,
      forecast: (place = littleRock) =>
        service.call<GetForecastResponse>('weather.v1.ForecastsService', 'getForecast', { days: 7, ...place }),
      alerts: () => service.call<ListAlertsResponse>('weather.v1.AlertsService', 'listAlerts', {}),
      event: (name) => service.call<GetAlertEventResponse>('weather.v1.AlertEventsService', 'getAlertEvent', { name }),
      eventsAfter: async (after) =>
        (
          await service.call<ListAlertEventsResponse>('weather.v1.AlertEventsService', 'listAlertEvents', {
            after,
            limit: 0,
          })
        ).events,
      eventsAt: async (county, timestamp) =>
        (
          await service.call<ListAlertsAtResponse>('weather.v1.AlertEventsService', 'listAlertsAt', {
            county,
            timestamp,
          })
        ).events,
      search: (query) => service.call<SearchPlacesResponse>('weather.v1.PlacesService', 'searchPlaces', { query }),
      posts: () => service.call<ListPostsResponse>('weather.v1.SocialService', 'listPosts', {}),
    };
  }

  async stop({ service }: Weather): Promise<void> {
    this.running.delete(service);
    await service.close();
  }

  /** Stops all proxies, clears stored data and restores all providers. */
  async reset(): Promise<void> {
    await Promise.all([...this.running].map((service) => service.close()));
    this.running.clear();
    await this.database.dataSource.query(
      'TRUNCATE last_good, alert_list, alert_events, alert_event_heads, alert_messages, alert_spanish_texts, nwws_alerts, nwws_endings, weather_leader, provider_calls',
    );
    for (const provider of providers) this.simulator.setMode(provider, { mode: 'ok' });
    this.simulator.setAlerts(undefined);
    this.simulator.changeNws(undefined);
    this.simulator.clearCalls();
  }

  async close(): Promise<void> {
    await this.reset();
    await this.simulator.close();
    await this.database.drop();
  }
}
