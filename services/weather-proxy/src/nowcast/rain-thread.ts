import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { inBackground } from '@site/platform/base/request-context';
import { forecastRain, type RainGrid, type StepFrame } from './rain-grid.js';

const program = new URL('./rain-worker.js', import.meta.url);
const maxHeapMb = 64;

/** Forecasts rain in a worker thread, because this process also polls alerts. */
export async function forecastRainInThread(frames: StepFrame[], stopping: AbortSignal): Promise<RainGrid> {
  // Sources, in tests: Node can't run them as a thread.
  if (import.meta.url.endsWith('.ts')) return forecastRain(frames);
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
