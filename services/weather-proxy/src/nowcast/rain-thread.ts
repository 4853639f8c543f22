import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { inBackground } from '@site/platform/base/request-context';
import type { RainGrid, StepFrame } from './rain-grid.js';

/** Tests run the sources. */
const extension = /\.[jt]s(?=\?|$)/.exec(import.meta.url)?.[0] ?? '.js';
const program = new URL(`./rain-worker${extension}`, import.meta.url);
/** A small young generation frees the fields of numbers early. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 };

/** Forecasts rain in a worker thread, because this process also polls alerts. */
export async function forecastRainInThread(frames: StepFrame[], stopping: AbortSignal): Promise<RainGrid> {
  const worker = inBackground(() => new Worker(program, { workerData: frames, resourceLimits }));
  try {
    const [grid] = (await once(worker, 'message', { signal: stopping })) as [RainGrid];
    return grid;
  } finally {
    void worker.terminate();
  }
}
