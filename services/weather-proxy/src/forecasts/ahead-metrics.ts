import { metrics } from '@site/platform/base/metrics';
import { Counter, Gauge } from 'prom-client';

/** Metrics of prefetched forecasts. */

/** One replica's view, regardless of which replica fetches. */
interface Seen {
  /** Counties whose forecasts can be served without waiting. */
  ready: number;
  /** Seconds since the last round began; undefined before the first. */
  roundAgeSeconds: number | undefined;
}

let seen: () => Seen | undefined = () => undefined;

/**
 * Registers the callback that reports on county forecasts at scrape time; it returns undefined while prefetching is
 * off.
 */
export const reportCountiesAhead = (report: typeof seen) => {
  seen = report;
};

const setOrRemove = (gauge: Gauge, value: number | undefined) => {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
};

new Gauge({
  name: 'weather_counties_ahead_ready',
  help: 'How many of the counties have a forecast that a visitor need not wait for; absent while none is fetched ahead',
  registers: [metrics],
  collect() {
    setOrRemove(this, seen()?.ready);
  },
});

new Gauge({
  name: 'weather_counties_ahead_round_age_seconds',
  help: 'How long ago the last round of fetching ahead began, on whichever replica; absent while none is fetched ahead',
  registers: [metrics],
  collect() {
    setOrRemove(this, seen()?.roundAgeSeconds);
  },
});

export const countiesAhead = new Counter({
  name: 'weather_counties_ahead_total',
  help: 'Counties’ forecasts fetched ahead by outcome; "refused" ones were not asked for, because the provider keeps failing',
  labelNames: ['outcome'],
  registers: [metrics],
});
