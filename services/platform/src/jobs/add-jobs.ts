/** Adds jobs to a queue. */
import type { Queue } from 'bullmq';
import { Counter } from 'prom-client';
import { withDeadline } from '../base/deadline.js';
import type { Logger } from '../base/injection-tokens.js';
import { metrics } from '../base/metrics.js';
import { isDenied } from '../base/outage.js';
import type { JobData, OutboxEntry, PermanentFailure } from './outbox.js';

export interface DueEntry extends Pick<OutboxEntry, 'id' | 'queue' | 'name' | 'payload' | 'priority'> {
  queued_before: boolean;
  trace_context: string | null;
}

const queueDeadlineMs = 3_000;

const enqueueFailures = new Counter({
  name: 'outbox_enqueue_failures_total',
  help: 'Attempts to add jobs that the queue refused (denied)',
  labelNames: ['queue', 'reason'],
  registers: [metrics],
});

export type AddJobs = (entries: readonly DueEntry[], failures: Map<string, PermanentFailure>) => Promise<void>;

/** Returns `addJobs` with a deadline. It counts denials, and logs the first until the queue accepts jobs. */
export function jobAdder(queue: Queue, logger: Logger): AddJobs {
  const { name } = queue;
  // Commands that wait for a connection only report a timeout.
  let connectionError: Error | undefined;
  let isLogged = false;
  queue.on('error', (error) => (connectionError = error));
  return async (entries, failures) => {
    try {
      await withDeadline(addJobs(queue, entries, failures), queueDeadlineMs);
      [connectionError, isLogged] = [undefined, false];
    } catch (error) {
      const err = [error as Error, connectionError].find(isDenied);
      if (!err) throw error;
      enqueueFailures.inc({ queue: name, reason: 'denied' });
      if (!isLogged)
        logger.error(
          { err, queue: name },
          'the queue refuses the jobs of this service: check its user, password and rights (docs/operations/alerts.md, JobsAreDenied)',
        );
      isLogged = true;
      throw err;
    }
  };
}

const asJob = ({ id, name, payload, priority, trace_context: traceContext }: DueEntry) => ({
  name,
  data: { outboxId: id, payload, ...(traceContext && { traceContext }) } satisfies JobData,
  opts: { jobId: id, priority },
});

/**
 * Adds the entries' jobs, except those that failed permanently, which it collects; adding a job that the queue has does
 * nothing. A restarted Redis has lost BullMQ's scripts, which only single commands reload.
 */
async function addJobs(
  queue: Queue,
  entries: readonly DueEntry[],
  failures: Map<string, PermanentFailure>,
): Promise<void> {
  const repeated = entries.filter((entry) => entry.queued_before);
  const failed = await Promise.all(repeated.map(({ id }) => takeUpAgain(queue, id)));
  for (const failure of failed) if (failure) failures.set(failure.id, failure);
  const jobs = entries.filter(({ id }) => !failures.has(id)).map(asJob);
  const [first] = jobs;
  if (first && jobs.length === 1) await queue.add(first.name, first.data, first.opts);
  else if (first) await queue.addBulk(jobs);
}

/**
 * Returns why a job failed permanently. Removes one that completed without its row being processed (a restored backup,
 * or a queue older than the database), so that it can be added again.
 */
async function takeUpAgain(queue: Queue, id: string): Promise<PermanentFailure | undefined> {
  const job = await queue.getJob(id);
  const state = await job?.getState();
  if (state === 'completed') await job?.remove();
  return job && state === 'failed' ? { id, reason: job.failedReason, attempts: job.attemptsMade } : undefined;
}
