/** Metrics of web push, by PUSH_HOSTS entry, because subscriptions can invent names below a wildcard. */
import { metrics } from '@site/platform/base/metrics';
import { Counter, Gauge } from 'prom-client';

export const pushSends = new Counter({
  name: 'push_sends_total',
  help: 'Messages to push services by outcome',
  labelNames: ['host', 'outcome'],
  registers: [metrics],
});

export const pushInFlight = new Gauge({
  name: 'push_inflight',
  help: 'Messages on their way to push services',
  labelNames: ['host'],
  registers: [metrics],
});

export const pushOriginPaused = new Gauge({
  name: 'push_origin_paused',
  help: 'Push services that are left alone, because they fail, asked for it, or refuse us',
  labelNames: ['host'],
  registers: [metrics],
});

export const pushOriginRefusesUs = new Gauge({
  name: 'push_origin_refuses_us',
  help: 'Push services that do not accept who we are: an operator has to look at the VAPID key',
  labelNames: ['host'],
  registers: [metrics],
});
