import { AsyncLocalStorage } from 'node:async_hooks';

/** Time spent per part of a job, summed while the job runs and reported with its outcome. */

const storage = new AsyncLocalStorage<Record<string, number>>();

/** Runs `work` and returns its result with the seconds per part that `timed` recorded. */
export async function countingTime<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: Record<string, number> }> {
  const seconds: Record<string, number> = {};
  return { result: await storage.run(seconds, work), seconds };
}

/** Adds the duration of `work` to `part` of the current job. */
export async function timed<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const seconds = storage.getStore();
    if (seconds) seconds[part] = (seconds[part] ?? 0) + (performance.now() - start) / 1_000;
  }
}
