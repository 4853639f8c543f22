import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from '@site/platform/base/outage';

/** Retries `work` during an outage, for up to `withinMs`; for recording something that has happened. */
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
