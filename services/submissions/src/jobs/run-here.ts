import { runJob, type JobHandlers, type JobOutcome, type JobRunner } from './job.js';

/**
 * Runs jobs in this process, for work that waits rather than computes. A job that exceeds its limit counts as failed,
 * and its signal closes the connection that it waits for.
 */
export function runHere(handlers: JobHandlers): JobRunner {
  const windUp = new AbortController();
  return {
    async run(queued) {
      const limitSeconds = handlers[queued.name]?.limitSeconds ?? 0;
      const limit = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<JobOutcome>((resolve) => {
        timer = setTimeout(() => {
          resolve({ kind: 'failed', reason: `it took longer than ${limitSeconds} s and was ended`, hopeless: false });
          limit.abort();
        }, limitSeconds * 1_000);
      });
      try {
        return await Promise.race([runJob(handlers, queued, { windUp: windUp.signal, limit: limit.signal }), late]);
      } finally {
        clearTimeout(timer);
      }
    },
    windUp: () => windUp.abort(),
    close: () => Promise.resolve(),
  };
}
