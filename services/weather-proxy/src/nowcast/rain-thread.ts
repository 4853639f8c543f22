import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { inBackground } from '@site/platform/base/request-context';
import type { RainGrid, StepFrame } from './rain-grid.js';

/** Tests run the sources. */
const extension = /\.[jt]s(?=\?|$)/.exec(import.meta.url)?.[0] ?? '.js';
const program = new URL(`./rain-worker${extension}`, import.meta.url);
const maxHeapMb = 64;

/** Forecasts rain in a worker thread, because this process also polls alerts. */
export async function forecastRainInThread(frames: StepFrame[], stopping: AbortSignal): Promise<RainGrid> {
  const worker = inBackground(
    () => new Worker(program, { workerData: frames, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
  );
  try {
    const [grid] = (await once(worker, 'message', { signal: stopping })) as [RainGrid];
    return grid;
  } finally {
    void worker.terminate();
  }
}
