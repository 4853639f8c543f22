import { metrics } from '@site/platform/base/metrics';
import { Counter, Gauge } from 'prom-client';

/** What operators see of the push services. */

export const pushSends = new Counter({
  name: 'push_sends_total',
  help: 'Messages to push services by outcome',
  labelNames: ['origin', 'outcome'],
  registers: [metrics],
});

export const pushInFlight = new Gauge({
  name: 'push_inflight',
  help: 'Messages on their way to push services',
  labelNames: ['origin'],
  registers: [metrics],
});

export const pushOriginPaused = new Gauge({
  name: 'push_origin_paused',
  help: '1 while a push service is left alone, because it fails, asked for it, or refuses us',
  labelNames: ['origin'],
  registers: [metrics],
});

export const pushOriginRefusesUs = new Gauge({
  name: 'push_origin_refuses_us',
  help: '1 while a push service does not accept who we are: somebody has to look at the VAPID key',
  labelNames: ['origin'],
  registers: [metrics],
});
