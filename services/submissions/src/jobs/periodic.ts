import type { Logger } from '@site/platform/tokens';

/** Work that comes back by the clock. All of it is safe to be done by several processes at once. */
export interface PeriodicTask {
  name: string;
  everySeconds: number;
  /** Before the first time: a process that has just started has other things to do. */
  firstAfterSeconds: number;
  /** Returns how many things it did; said in the log when there were any. */
  run: () => Promise<number>;
}

/** Runs the tasks until it is told to stop, never one and the same twice at once. */
export function startPeriodic(tasks: PeriodicTask[], logger: Logger): { stop(): Promise<void> } {
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  const schedule = (task: PeriodicTask, afterSeconds: number) => {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const round = task
        .run()
        .then(
          (count) => (count > 0 ? logger.info({ task: task.name, count }, 'done by the clock') : undefined),
          (error: unknown) =>
            logger.warn({ err: error, task: task.name }, 'could not be done; comes back by the clock'),
        )
        .finally(() => {
          underWay.delete(round);
          schedule(task, task.everySeconds);
        });
      underWay.add(round);
    }, afterSeconds * 1_000);
    timers.add(timer);
  };
  for (const task of tasks) schedule(task, task.firstAfterSeconds);
  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
