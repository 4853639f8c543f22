import type { Logger } from '@site/platform/base/tokens';

/** Work that is due again and again. Several processes may do it at once. */
export interface PeriodicTask {
  name: string;
  everySeconds: number;
  /** Before the first time: a process that has just started is busy with other things. */
  firstAfterSeconds: number;
  /** Returns how many things it did; the log says so unless there were none. */
  run: () => Promise<number>;
}

/** Runs the tasks until it is told to stop, but never one of them twice at once. */
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
          (count) => (count > 0 ? logger.info({ task: task.name, count }, 'periodic work done') : undefined),
          (error: unknown) =>
            logger.warn({ err: error, task: task.name }, 'periodic work failed; it will be tried again'),
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
