/** The dashboard's page of jobs: queue activity, failed jobs and their retries. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  JobsServiceControllerMethods,
  type FailedJob,
  type JobsServiceController,
  type RetryJobRequest,
} from '@site/proto/gen/nest/jobs/v1/jobs';
import { notFound, readCaller } from '@site/proto/grpc';
import type { Job, Queue } from 'bullmq';
import { DataSource, IsNull, Not } from 'typeorm';
import { audit } from '../data/audit.js';
import { withDeadline } from '../base/deadline.js';
import { isId } from '../base/ids.js';
import { markProcessed, OutboxEntry, requeue } from './outbox.js';
import type { QueueName } from './queue.js';
import { outboxLag, queueState } from './queue-state.js';
import { rerunJob } from './retry-job.js';
import { LOGGER, QUEUES, type Logger } from '../base/injection-tokens.js';

const maxListed = 200;
const queueDeadlineMs = 3_000;

/**
 * State of this service's jobs, and retries of those that failed permanently. The outbox lists them all, even those
 * that the queue has lost.
 */
@Controller()
@JobsServiceControllerMethods()
export class JobsController implements JobsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(QUEUES) private readonly queues: Map<QueueName, Queue>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async getJobs() {
    const [lag, queues] = await Promise.all([outboxLag(this.dataSource), this.fromEachQueue(queueState)]);
    return { queues, ...lag };
  }

  /** Lists at most 200, the newest first, from the outbox and the queues. */
  async listFailedJobs() {
    const [entries, inQueues] = await Promise.all([
      this.dataSource.manager.find(OutboxEntry, {
        where: [
          { failedAt: Not(IsNull()), processedAt: IsNull() },
          { failedReason: Not(''), processedAt: IsNull() },
        ],
        order: { failedAt: { direction: 'DESC', nulls: 'LAST' }, id: 'DESC' },
        take: maxListed,
      }),
      this.fromEachQueue(async (queue) =>
        (await withDeadline(queue.getFailed(0, maxListed - 1), queueDeadlineMs)).map(failedInQueue),
      ),
    ]);
    // The queue takes precedence: a row may be marked from an earlier attempt.
    const jobs = new Map([...entries.map(failedInOutbox), ...inQueues.flat()].map((job) => [job.id, job]));
    const newestFirst = [...jobs.values()].sort((one, other) => other.failedAt.localeCompare(one.failedAt));
    return { jobs: newestFirst.slice(0, maxListed) };
  }

  /** Requeues a failed job. @throws NOT_FOUND if it is in neither outbox nor queue */
  async retryJob({ queue: name, id }: RetryJobRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const queue = this.queues.get(name as QueueName);
    if (!queue) throw unknown();
    // Before the row: once reopened, the relay may add the job and must not find the failed one.
    const inQueue = await rerunJob(queue, id);
    const inOutbox =
      isId(id) &&
      (await this.dataSource.transaction(async (manager) => {
        const entry = await manager.findOneBy(OutboxEntry, { id, processedAt: IsNull() });
        if (!entry) return false;
        if (entry.failedAt ?? entry.failedReason) {
          await requeue(manager, id);
          await audit(manager, caller, 'job.retry', id, entry.name);
        }
        return true;
      }));
    if (!inQueue && !inOutbox) throw unknown();
    return {};
  }

  /** Marks the outbox row of a job of the queue `newsletter` processed. Idempotent; ignores unknown rows. */
  async completeJob({ id: outboxId }: Id) {
    if (!isId(outboxId)) return {};
    await this.dataSource.transaction(async (manager) => {
      const entry = await manager.findOneBy(OutboxEntry, { id: outboxId });
      if (entry?.queue === 'newsletter') await markProcessed(manager, outboxId);
    });
    return {};
  }

  /** Queries every queue and skips those that don't respond. */
  private async fromEachQueue<Result>(read: (queue: Queue) => Promise<Result>): Promise<Result[]> {
    const results = await Promise.allSettled([...this.queues.values()].map(read));
    return results.flatMap((result) => {
      if (result.status === 'fulfilled') return [result.value];
      this.logger.warn({ err: result.reason as unknown }, 'a queue did not respond');
      return [];
    });
  }
}

const failedInOutbox = (entry: OutboxEntry): FailedJob => ({
  queue: entry.queue,
  id: entry.id,
  name: entry.name,
  payload: entry.payload,
  reason: entry.failedReason,
  attempts: entry.attempts,
  failedAt: (entry.failedAt ?? entry.createdAt).toISOString(),
});

/** Tolerates unknown entries: anything may be in the queue. */
const failedInQueue = (job: Job): FailedJob => {
  const payload = (job.data as { payload?: unknown } | null)?.payload;
  return {
    queue: job.queueName,
    id: job.id ?? '',
    name: job.name,
    payload: Object.fromEntries(
      payload && typeof payload === 'object'
        ? Object.entries(payload).map(([key, value]) => [
            key,
            typeof value === 'string' ? value : JSON.stringify(value),
          ])
        : [],
    ),
    reason: job.failedReason,
    attempts: job.attemptsMade,
    failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
  };
};

const unknown = () => notFound('There is no such job.');
