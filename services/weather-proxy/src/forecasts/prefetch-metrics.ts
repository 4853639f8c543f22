/** Metrics of the county pages' prefetched forecasts. */
import { metrics } from '@site/platform/base/metrics';
import { Counter } from 'prom-client';
import { scrapedGauge } from '../upstream/metrics.js';

/** One replica's view, whichever replica fetches. */
export const reportReadyCounties = scrapedGauge(
  'weather_counties_ahead_ready',
  'Counties whose forecast can be served without waiting; absent while prefetching is off',
);

export const reportRunAge = scrapedGauge(
  'weather_counties_ahead_round_age_seconds',
  'Time since the last prefetching round began on any replica; absent while prefetching is off',
);

export const countiesAhead = new Counter({
  name: 'weather_counties_ahead_total',
  help: 'Prefetched county forecasts by outcome; "refused" ones were not requested because the breaker is open',
  labelNames: ['outcome'],
  registers: [metrics],
});
