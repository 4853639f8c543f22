import type { Logger } from '@site/platform/base/tokens';
import { WorkLoop, type FailedRows } from '@site/platform/jobs/work-loop';

/** Work that is due again and again. Several processes may do it at once. */
export interface PeriodicTask {
  name: string;
  everySeconds: number;
  /** Before the first time: a process that has just started is busy with other things. */
  firstAfterSeconds: number;
  /** Returns how many things it did; the log says so unless there were none. */
  run: (rows?: FailedRows) => Promise<number>;
}

/** Runs the tasks until it is told to stop, but never one of them twice at once. */
export function startPeriodic(tasks: PeriodicTask[], logger: Logger): { stop(): Promise<unknown> } {
  const loops = tasks.map(
    ({ name, everySeconds, firstAfterSeconds, run }) =>
      new WorkLoop({
        name,
        logger,
        everyMs: everySeconds * 1_000,
        firstAfterMs: firstAfterSeconds * 1_000,
        round: async (rows) => {
          const count = await run(rows);
          if (count > 0) logger.info({ task: name, count }, 'periodic work done');
        },
      }),
  );
  for (const loop of loops) void loop.start();
  return { stop: () => Promise.all(loops.map((loop) => loop.stop())) };
}
