import { metrics } from '@site/platform/base/metrics';
import { Histogram } from 'prom-client';

export const wireLeadSeconds = new Histogram({
  name: 'weather_wire_lead_seconds',
  help: 'How much earlier the wire told of something than the list did',
  buckets: [1, 5, 10, 20, 30, 60, 120, 300],
  registers: [metrics],
});
