import { runJob, type JobHandlers, type JobRunner } from '../jobs/job.js';

/** Returns a runner that runs jobs in this process. It doesn't survive a handler that blocks or exits the process. */
export function runHere(handlers: JobHandlers): JobRunner {
  const windUp = new AbortController();
  return {
    run: (queued) => runJob(handlers, queued, windUp.signal),
    windUp: () => windUp.abort(),
    close: () => Promise.resolve(),
  };
}
