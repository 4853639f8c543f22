/** Forecasts over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import {
  ForecastsServiceControllerMethods,
  type ForecastsServiceController,
  type GetForecastRequest,
  type GetForecastResponse,
} from '@site/proto/gen/nest/weather/v1/forecasts';
import { invalid, notFound, unavailable } from '@site/proto/grpc';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { forecastQuery } from '@site/proto/weather/v1/forecasts.schema';
import { AlertFeed } from '../alerts/alert-feed.js';
import { addProviderAlerts } from '../alerts/provider-alerts.js';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { sampleForecast } from '../nws/sample-forecast.js';
import { forecastAgeSeconds } from '../upstream/metrics.js';
import { toForecastResponse } from './forecast-response.js';
import { ForecastCache } from './forecast-cache.js';
import { NoForecastHere } from '../readings/forecast-source.js';

@Controller()
@ForecastsServiceControllerMethods()
export class ForecastsController implements ForecastsServiceController {
  constructor(
    @Inject(ForecastCache) private readonly cache: ForecastCache,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws INVALID_ARGUMENT outside the forecast area, NOT_FOUND, or UNAVAILABLE if no source responds */
  async getForecast(request: GetForecastRequest): Promise<GetForecastResponse> {
    const input = forecastQuery.safeParse(request);
    if (!input.success) {
      const fields = input.error.issues.map((issue) => ({ field: String(issue.path[0]), message: issue.message }));
      throw invalid('This place is outside our forecast area.', fields);
    }
    const { days } = input.data;
    try {
      const { forecast, stale } = await this.cache.get(cellAt(input.data));
      const now = this.clock.now();
      const alerts = addProviderAlerts(this.alerts.at(forecast.place), forecast, now, this.alerts.upstreamNow());
      const response = toForecastResponse(forecast, {
        now,
        days,
        stale,
        alerts,
        isSimulated: this.config.SIMULATED_WEATHER,
      });
      forecastAgeSeconds.observe({ source: forecast.source, stale: String(stale) }, response.meta?.ageSeconds ?? 0);
      return response;
    } catch (error) {
      if (error instanceof NoForecastHere) throw notFound('There’s no forecast for this place.');
      this.logger.debug({ err: error }, 'no forecast available');
      if (!this.config.SAMPLE_WEATHER)
        throw unavailable('We can’t reach the weather service right now. Try again in a minute.');
      const now = this.clock.now();
      return toForecastResponse(sampleForecast(now), { now, days, stale: false, alerts: { ok: false, alerts: [] } });
    }
  }
}
