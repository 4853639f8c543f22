import type { Logger } from '@site/platform/base/injection-tokens';
import { WorkLoop, type FailedRows } from '@site/platform/jobs/work-loop';

/** Several processes may run it at the same time. */
export interface PeriodicTask {
  name: string;
  intervalSeconds: number;
  /** Because a process is busy when it has just started. */
  firstAfterSeconds: number;
  run: (rows?: FailedRows) => Promise<number>;
}

/** Runs the tasks until stopped. Runs of a task never overlap within this process. */
export function startPeriodic(tasks: PeriodicTask[], logger: Logger): { stop(): Promise<unknown> } {
  const loops = tasks.map(
    ({ name, intervalSeconds, firstAfterSeconds, run }) =>
      new WorkLoop({
        name,
        logger,
        intervalMs: intervalSeconds * 1_000,
        firstAfterMs: firstAfterSeconds * 1_000,
        runOnce: async (rows) => {
          const count = await run(rows);
          if (count > 0) logger.info({ task: name, count }, 'periodic work done');
        },
      }),
  );
  for (const loop of loops) void loop.start();
  return { stop: () => Promise.all(loops.map((loop) => loop.stop())) };
}
