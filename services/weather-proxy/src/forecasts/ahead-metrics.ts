import { metrics } from '@site/platform/base/metrics';
import { Counter, Gauge } from 'prom-client';

/** One replica's view, whichever replica fetches. */
interface Seen {
  /** Counties served without waiting. */
  ready: number;
  /** Undefined before the first round. */
  roundAgeSeconds: number | undefined;
}

let seen: () => Seen | undefined = () => undefined;

/** Registers a callback for scrape time, which returns undefined while prefetching is off. */
export const reportCountiesAhead = (report: typeof seen) => {
  seen = report;
};

const setOrRemove = (gauge: Gauge, value: number | undefined) => {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
};

new Gauge({
  name: 'weather_counties_ahead_ready',
  help: 'Counties whose forecast can be served without waiting; absent while prefetching is off',
  registers: [metrics],
  collect() {
    setOrRemove(this, seen()?.ready);
  },
});

new Gauge({
  name: 'weather_counties_ahead_round_age_seconds',
  help: 'Time since the last prefetching round began on any replica; absent while prefetching is off',
  registers: [metrics],
  collect() {
    setOrRemove(this, seen()?.roundAgeSeconds);
  },
});

export const countiesAhead = new Counter({
  name: 'weather_counties_ahead_total',
  help: 'Prefetched county forecasts by outcome; "refused" ones were not requested because the breaker is open',
  labelNames: ['outcome'],
  registers: [metrics],
});
