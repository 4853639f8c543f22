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
