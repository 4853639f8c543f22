import { metrics } from '@site/platform/base/metrics';
import { Counter, Histogram } from 'prom-client';
import type { Result } from '../dispatches/rows.js';

export const batchSeconds = new Histogram({
  name: 'alert_batch_seconds',
  help: 'Duration of batches of messages, from reserving to recording, by the priority of their dispatch',
  labelNames: ['priority'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

const maybeRepeated = new Counter({
  name: 'notifications_maybe_repeated_total',
  help: 'Messages retried although the first attempt may have arrived; invisible on a device, which replaces by tag',
  registers: [metrics],
});

export const countRepeated = (results: readonly Result[]): void =>
  maybeRepeated.inc(results.filter(({ maybeSent }) => maybeSent).length);
