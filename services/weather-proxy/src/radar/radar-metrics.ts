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
  help: 'How often the first radar source was empty where the second had echoes',
  registers: [metrics],
});

export const radarDropped = new Counter({
  name: 'weather_radar_dropped_total',
  help: 'Rejected frames: unusable, repeated, or empty without meaning no echoes',
  labelNames: ['source', 'reason'],
  registers: [metrics],
});
