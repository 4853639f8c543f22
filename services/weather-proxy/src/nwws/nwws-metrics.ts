/** Metrics of the NWWS-OI feed. */
import { metrics } from '@site/platform/base/metrics';
import { Counter, Gauge, Histogram } from 'prom-client';

export const nwwsConfigured = new Gauge({
  name: 'weather_nwws_enabled',
  help: '1 if NWWS-OI credentials are configured',
  registers: [metrics],
});

export const nwwsUp = new Gauge({
  name: 'weather_nwws_up',
  help: '1 while this process is in the NWWS-OI room; 0 in every process means that none is listening',
  registers: [metrics],
});

export const nwwsProducts = new Counter({
  name: 'weather_nwws_products_total',
  help: 'NWWS-OI products, and parts of them, by outcome',
  labelNames: ['outcome'],
  registers: [metrics],
});

export const nwwsSeconds = new Histogram({
  name: 'weather_nwws_record_seconds',
  help: 'From receiving a warning on NWWS-OI until it is recorded and announced',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
  registers: [metrics],
});

export const nwwsContradictions = new Gauge({
  name: 'weather_nwws_contradictions',
  help: 'Events on which NWWS-OI and the list have disagreed for more than two minutes: "missing" or "lower" on the list, or "still_listed" after NWWS-OI ended it',
  labelNames: ['kind'],
  registers: [metrics],
});
