import { metrics } from '@site/platform/base/metrics';
import { Counter, Gauge } from 'prom-client';

let frameAge: () => number | undefined = () => undefined;

/** Registers a callback for scrape time: seconds, undefined without frames. */
export const reportFrameAge = (age: typeof frameAge) => {
  frameAge = age;
};

new Gauge({
  name: 'weather_radar_frame_age_seconds',
  help: 'Age of the newest radar frame; absent without one',
  registers: [metrics],
  collect() {
    const age = frameAge();
    if (age === undefined) this.remove();
    else this.set(age);
  },
});

export const radarBlank = new Counter({
  name: 'weather_radar_blank_total',
  help: 'How often the first source of radar was found to show nothing where the second shows echoes',
  registers: [metrics],
});

export const radarDropped = new Counter({
  name: 'weather_radar_dropped_total',
  help: 'Frames that came and were not used: unusable pictures, repeated ones, and empty ones that mean nothing',
  labelNames: ['source', 'reason'],
  registers: [metrics],
});
