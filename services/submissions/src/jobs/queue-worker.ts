import { withDeadline } from '@site/platform/base/deadline';
import { metrics } from '@site/platform/base/metrics';
import { markFailed } from '@site/platform/jobs/outbox';
import { openQueue, openWorker, type QueueName, type QueueSettings } from '@site/platform/jobs/queue';
import { measureQueue } from '@site/platform/jobs/queue-state';
import { runInContext } from '@site/platform/base/request-context';
import type { Logger } from '@site/platform/base/injection-tokens';
import { extractTraceContext, beginSpan, context as traceContext, failed, SpanKind } from '@site/platform/base/tracing';
import { DelayedError, UnrecoverableError, type Job } from 'bullmq';
import { Histogram } from 'prom-client';
import type { DataSource } from 'typeorm';
import { currentQueue, Hopeless, Postponed, runJob, type JobHandlers } from './job.js';

/**
 * Queue consumer: takes jobs, runs them, and reports outcomes to the queue, outbox, log and metrics. Also serves
 * other services: `mail` includes auth's account mails, and `moderation` content's pictures.
 */
export interface QueueWorkerParts {
  name: QueueName;
  settings: QueueSettings;
  handlers: JobHandlers;
  atOnce: number;
  /** Called when a job was given up, or postponed for so long that users notice. */
  explain?: (job: Job, failure: JobFailure) => Promise<void>;
  dataSource: DataSource;
  logger: Logger;
}

/** Why a job isn't done. */
export interface JobFailure {
  kind: 'given up' | 'put off';
  reason: string;
}

export interface QueueWorker {
  /** Stops taking jobs and lets running ones finish. */
  close(): Promise<void>;
}

const maxRetryDelayMs = 60_000;
/** This many starts take about half a minute. */
const wondersAfterStarts = 5;
/** Of the 30 s that a stopping process gets. */
const finishesWithinMs = 20_000;

const jobSeconds = new Histogram({
  name: 'job_seconds',
  help: 'Duration of job runs',
  labelNames: ['queue', 'job', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
  registers: [metrics],
});

const waitSeconds = new Histogram({
  name: 'job_wait_seconds',
  help: 'Time from a job being added to its first run',
  labelNames: ['queue'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
  registers: [metrics],
});

/** Starts consuming. `close` waits up to 20 seconds for running jobs. */
export function startQueueWorker(parts: QueueWorkerParts): QueueWorker {
  const { name, settings, atOnce, logger } = parts;
  const windUp = new AbortController();
  const queue = openQueue(name, settings);
  const endMeasuring = measureQueue(queue);
  const worker = openWorker(
    name,
    (job, token) =>
      runInContext({ requestId: job.id ?? '' }, () => traced(job, name, () => work(job, token, parts, windUp.signal))),
    settings,
    atOnce,
  );
  worker.on('failed', (job) => {
    if (job) void rememberFailure(job, parts);
  });
  return {
    async close() {
      windUp.abort();
      // While the queue is down, jobs can't be handed back; it then reruns them as stalled.
      await withDeadline(worker.close(), finishesWithinMs).catch((error: unknown) =>
        logger.warn({ err: error, queue: name }, 'could not finish the running jobs'),
      );
      endMeasuring();
      await queue.close().catch((error: unknown) => logger.warn({ err: error }, 'could not close the queue'));
    },
  };
}

/** Records one span per run, in the trace of the request that added the job. */
async function traced(job: Job, queue: QueueName, run: () => Promise<'done'>): Promise<void> {
  const { span, inside } = beginSpan(`job ${job.name}`, {
    kind: SpanKind.CONSUMER,
    attributes: {
      'messaging.system': 'bullmq',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      'messaging.message.id': job.id ?? '',
      'job.name': job.name,
      'job.attempt': job.attemptsMade + 1,
    },
    parent: extractTraceContext((job.data as { traceContext?: unknown } | null)?.traceContext),
  });
  try {
    span.setAttribute('job.outcome', await traceContext.with(inside, run));
  } catch (error) {
    const isPostponed = error instanceof DelayedError;
    span.setAttribute('job.outcome', isPostponed ? 'postponed' : 'failed');
    if (!isPostponed) failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

async function work(
  job: Job,
  token: string | undefined,
  parts: QueueWorkerParts,
  windUp: AbortSignal,
): Promise<'done'> {
  const { name, handlers, logger } = parts;
  const stop = jobSeconds.startTimer({ queue: name, job: job.name });
  // eslint-disable-next-line no-restricted-syntax -- jobs are dated by other processes
  if (job.attemptsStarted <= 1) waitSeconds.observe({ queue: name }, Math.max(0, (Date.now() - job.timestamp) / 1_000));
  const attempt = job.attemptsMade + 1;
  try {
    await currentQueue.run(name, () => runJob(handlers, { name: job.name, data: job.data, attempt }, windUp));
  } catch (error) {
    if (error instanceof Postponed) {
      stop({ outcome: 'postponed' });
      return postpone(job, token, error, parts);
    }
    stop({ outcome: 'failed' });
    const { message: reason, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    logger.error({ job: job.name, reason, stack, attempt }, 'job failed');
    throw error instanceof Hopeless ? new UnrecoverableError(reason) : new Error(reason);
  }
  logger.info({ job: job.name, seconds: stop({ outcome: 'done' }) }, 'job done');
  return 'done';
}

async function postpone(
  job: Job,
  token: string | undefined,
  postponed: Postponed,
  parts: QueueWorkerParts,
): Promise<never> {
  const waitMs = waitOf(postponed, job.attemptsStarted);
  const { message: reason, dependency } = postponed;
  if (dependency === undefined) parts.logger.info({ job: job.name, reason, waitMs }, 'job postponed');
  else parts.logger.warn({ job: job.name, reason, waitMs, dependency }, 'job postponed: a dependency is down');
  if (job.attemptsStarted >= wondersAfterStarts) await explain(job, { kind: 'put off', reason }, parts);
  await job.moveToDelayed(Date.now() + waitMs, token);
  throw new DelayedError();
}

function waitOf({ waitMs }: Postponed, started: number): number {
  if (waitMs !== undefined) return Math.round(waitMs);
  const maxDelayMs = Math.min(1_000 * 2 ** started, maxRetryDelayMs);
  return Math.round(maxDelayMs * (0.5 + Math.random() / 2));
}

/**
 * Marks the outbox row of a given-up job. If that fails, and for other services' rows, the owning service's relay finds
 * the failed job in the queue.
 */
async function rememberFailure(job: Job, parts: QueueWorkerParts): Promise<void> {
  const { dataSource, logger } = parts;
  try {
    if ((await job.getState()) !== 'failed') return;
    await explain(job, { kind: 'given up', reason: job.failedReason }, parts);
    await markFailed(dataSource, { id: job.id ?? '', reason: job.failedReason, attempts: job.attemptsMade });
  } catch (error) {
    logger.warn({ err: error, job: job.name }, 'could not mark a failed job in the outbox');
  }
}

async function explain(job: Job, failure: JobFailure, parts: QueueWorkerParts): Promise<void> {
  await parts
    .explain?.(job, failure)
    .catch((error: unknown) =>
      parts.logger.warn({ err: error, job: job.name }, 'could not report why a job is not done'),
    );
}
