import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a job's time goes: each part is added up while the job runs, and reported with its outcome. */

const storage = new AsyncLocalStorage<Record<string, number>>();

/** Runs `work`; returns its result and what `timed` counted during it, in seconds by part. */
export async function countingTime<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: Record<string, number> }> {
  const seconds: Record<string, number> = {};
  return { result: await storage.run(seconds, work), seconds };
}

/** Adds the time that `work` takes to `part` of the current job. */
export async function timed<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const seconds = storage.getStore();
    if (seconds) seconds[part] = (seconds[part] ?? 0) + (performance.now() - start) / 1_000;
  }
}
