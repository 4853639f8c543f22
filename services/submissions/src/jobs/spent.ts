import { AsyncLocalStorage } from 'node:async_hooks';

/** Where the time of a job goes: each part adds up while the job runs, and travels with its outcome. */

const storage = new AsyncLocalStorage<Record<string, number>>();

/** Runs `work` and returns with it what `timed` counted meanwhile, in seconds by part. */
export async function countingTime<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: Record<string, number> }> {
  const seconds: Record<string, number> = {};
  return { result: await storage.run(seconds, work), seconds };
}

/** Counts the time that `work` takes for `part` of the job under way. */
export async function timed<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const seconds = storage.getStore();
    if (seconds) seconds[part] = (seconds[part] ?? 0) + (performance.now() - start) / 1_000;
  }
}
