import { metrics } from '@site/platform/base/metrics';
import { Histogram } from 'prom-client';

export const nwwsLeadSeconds = new Histogram({
  name: 'weather_wire_lead_seconds',
  help: 'How much earlier the NWWS-OI feed reported an event than the list',
  buckets: [1, 5, 10, 20, 30, 60, 120, 300],
  registers: [metrics],
});
