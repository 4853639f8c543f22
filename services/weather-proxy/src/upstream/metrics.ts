/** Metrics of provider calls, alerts and served forecasts. */
import { metrics } from '@site/platform/base/metrics';
import { Counter, Gauge, Histogram } from 'prom-client';

export const providerCalls = new Counter({
  name: 'weather_provider_calls_total',
  help: 'Calls to providers by outcome; "refused" ones were not made because the breaker is open',
  labelNames: ['provider', 'resource', 'outcome'],
  registers: [metrics],
});

export const providerCallSeconds = new Histogram({
  name: 'weather_provider_call_seconds',
  help: 'Duration of calls to providers',
  labelNames: ['provider', 'resource'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4],
  registers: [metrics],
});

export const breakerOpen = new Gauge({
  name: 'weather_provider_breaker_open',
  help: '1 while a provider’s breaker is open',
  labelNames: ['provider', 'purpose'],
  registers: [metrics],
});

export const forecastAgeSeconds = new Histogram({
  name: 'weather_forecast_age_seconds',
  help: 'Age of served forecasts',
  labelNames: ['source', 'stale'],
  buckets: [60, 300, 600, 900, 3_600, 21_600, 86_400],
  registers: [metrics],
});

/** Reads a gauge at scrape time, by the last function given; absent while undefined. */
export function scrapedGauge(name: string, help: string): (read: () => number | undefined) => void {
  let read: () => number | undefined = () => undefined;
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      const value = read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
  return (next) => {
    read = next;
  };
}

export const alertsUpdatedSeconds = new Gauge({
  name: 'weather_alerts_updated_timestamp_seconds',
  help: 'When the alerts were last fetched successfully, in seconds since 1970; their age is time() minus this',
  registers: [metrics],
});

export const alertsOk = new Gauge({
  name: 'weather_alerts_ok',
  help: '1 while "no alerts" is reliable: the latest poll succeeded less than 5 minutes ago',
  registers: [metrics],
});

export const alertsSetAside = new Gauge({
  name: 'weather_alerts_set_aside',
  help: 'Alerts of the newest list that can’t be read, recorded or stored; the dashboard says why',
  registers: [metrics],
});

export const alertEventsStuck = new Gauge({
  name: 'weather_alert_events_stuck',
  help: '1 while changes of the newest alert list can’t be recorded, so that no notification of them is sent',
  registers: [metrics],
});

export const recordsLeftOut = new Counter({
  name: 'weather_provider_records_left_out_total',
  help: 'Unusable parts of responses that were otherwise used',
  labelNames: ['provider', 'resource'],
  registers: [metrics],
});

export const upstreamClockOffsetSeconds = new Gauge({
  name: 'weather_source_clock_offset_seconds',
  help: 'How far this machine’s clock is ahead of the alert source’s, in seconds; alerts use the source’s',
  registers: [metrics],
});
