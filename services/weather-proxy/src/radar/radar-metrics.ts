/** Metrics of radar frames. */
import { metrics } from '@site/platform/base/metrics';
import { Counter } from 'prom-client';
import { scrapedGauge } from '../upstream/metrics.js';

export const reportFrameAge = scrapedGauge(
  'weather_radar_frame_age_seconds',
  'Age of the newest radar frame; absent without one',
);

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
