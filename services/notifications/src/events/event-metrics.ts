import { metrics } from '@site/platform/base/metrics';
import { Histogram } from 'prom-client';

export const eventLagSeconds = new Histogram({
  name: 'alert_event_lag_seconds',
  help: 'From the sent time of a weather service message to the dispatch that it caused',
  buckets: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800],
  registers: [metrics],
});
