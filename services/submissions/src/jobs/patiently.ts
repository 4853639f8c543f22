import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from '@site/platform/base/outage';

/** Retries `work` during an outage, for up to `withinMs`. For recording something that has already happened. */
export async function patiently<Result>(withinMs: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || performance.now() > deadline) throw error;
      await pause(500);
    }
  }
}
