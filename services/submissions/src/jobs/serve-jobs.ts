/** Child side of `ProcessRunner`: runs jobs one at a time until the channel closes. */
import { runInContext } from '@site/platform/base/request-context';
import { runJob, type JobHandlers } from './job.js';
import type { FromProcess, ToProcess } from './process-runner.js';

export interface Channel {
  send?: (message: FromProcess, callback: (error: Error | null) => void) => unknown;
  on(event: 'message', listener: (message: ToProcess) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

/** Reports as ready and runs jobs. Resolves when the last job is done. */
export function serveJobs(handlers: JobHandlers, channel: Channel = process): Promise<void> {
  const windUp = new AbortController();
  // The worker kills this process when a job exceeds its limit.
  const signals = { windUp: windUp.signal, limit: new AbortController().signal };
  let inHand: Promise<void> = Promise.resolve();
  const tell = (message: FromProcess) => channel.send?.(message, () => undefined);
  return new Promise((resolve) => {
    channel.on('message', (message) => {
      if (message.type === 'wind-up') return windUp.abort();
      const { job } = message;
      // The log shows the job's id as it does a request's.
      inHand = runInContext({ requestId: job.id }, () => runJob(handlers, job, signals)).then(
        (outcome) => void tell({ type: 'outcome', outcome }),
      );
    });
    channel.on('disconnect', () => {
      windUp.abort();
      void inHand.then(resolve);
    });
    tell({
      type: 'ready',
      limitSeconds: Object.fromEntries(
        Object.entries(handlers).map(([name, { limitSeconds }]) => [name, limitSeconds]),
      ),
    });
  });
}
