import { runInContext } from '@site/platform/request-context';
import { runJob, type JobHandlers } from './job.js';
import type { FromProcess, ToProcess } from './process-runner.js';

/** The far end of `ProcessRunner`: does the jobs that it is sent, one at a time, until the channel ends. */

/** What of `process` this needs. */
export interface Channel {
  send?: (message: FromProcess, callback: (error: Error | null) => void) => unknown;
  on(event: 'message', listener: (message: ToProcess) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

/** Says that it is ready and works. Resolves when nothing more is to be done: the process may close what it has open. */
export function serveJobs(handlers: JobHandlers, channel: Channel = process): Promise<void> {
  const windUp = new AbortController();
  let inHand: Promise<void> = Promise.resolve();
  const tell = (message: FromProcess) => channel.send?.(message, () => undefined);
  return new Promise((resolve) => {
    channel.on('message', (message) => {
      if (message.type === 'wind-up') return windUp.abort();
      const { job } = message;
      // The job's id follows it through the log as a request's does.
      inHand = runInContext({ requestId: job.id }, () => runJob(handlers, job, windUp.signal)).then(
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
