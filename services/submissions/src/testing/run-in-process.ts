/** Runs jobs in this process instead of a child, for tests. */
import { runJob, type JobHandlers, type JobRunner } from '../jobs/job.js';

export function runHere(handlers: JobHandlers): JobRunner {
  const windUp = new AbortController();
  return {
    run: (queued) => runJob(handlers, queued, windUp.signal),
    windUp: () => windUp.abort(),
    close: () => Promise.resolve(),
  };
}
