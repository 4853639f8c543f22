/** The job model: runs, handlers and their errors. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isId } from '@site/platform/base/ids';
import { metrics } from '@site/platform/base/metrics';
import { isOutage } from '@site/platform/base/outage';
import { dependencyOf } from '@site/platform/base/outage-log';
import type { QueueName } from '@site/platform/jobs/queue';
import type { JobName } from '@site/proto/queues';
import { Counter } from 'prom-client';
import { z } from 'zod';

export interface JobRun<Payload> {
  /** Outbox row that requested the job; also the job's id in the queue. */
  outboxId: string;
  payload: Payload;
  /** Starts at 1. */
  attempt: number;
  /** Aborted when the process is about to stop: a long job ends early and leaves the rest to a later one. */
  windUp: AbortSignal;
  /**
   * Aborted when the job has exceeded its limit: closes the connection or ends the process that it waits for; it must
   * not send anything any more.
   */
  limit: AbortSignal;
}

export interface JobHandler {
  /** A job that exceeds it is ended and counts as failed. */
  limitSeconds: number;
  run(job: JobRun<Record<string, string>>): Promise<void>;
}

export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type HandlersOf<Name extends JobName> = Readonly<Record<Name, JobHandler>>;

/** A payload field. Payloads contain only ids. */
export const idField = z.string().refine(isId, 'is not an id');

/** Returns a handler that validates the payload first. */
export function job<Payload>(
  payload: z.ZodType<Payload>,
  limitSeconds: number,
  run: (job: JobRun<Payload>) => Promise<void>,
): JobHandler {
  return {
    limitSeconds,
    run: (jobRun) => run({ ...jobRun, payload: checked(payload, jobRun.payload) }),
  };
}

/** Postpones the job because a dependency is down or another process runs it. Doesn't count as an attempt. */
export class Postponed extends Error {
  override name = 'Postponed';
  constructor(
    message: string,
    /** By default grows with every postponement. */
    readonly waitMs?: number,
    /** Name of the dependency that is down. */
    readonly dependency?: string,
  ) {
    super(message);
  }
}

/** Gives up the job: no further attempt would help. */
export class Hopeless extends Error {
  override name = 'Hopeless';
}

/** Data from the queue, not validated yet. */
export interface QueuedJob {
  name: string;
  data: unknown;
  attempt: number;
}

const jobData = z.object({ outboxId: idField, payload: z.record(z.string(), z.string()) });

function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Hopeless(`the job's data is wrong: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/**
 * Runs one job of a queue.
 * @param windUp makes a long job end early
 * @throws Postponed, also for an outage of a dependency; Hopeless; any other error, also when the job exceeds its limit
 */
export async function runJob(
  handlers: JobHandlers,
  { name, data, attempt }: QueuedJob,
  windUp: AbortSignal,
): Promise<void> {
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (!handler) throw new Hopeless(`there is no job "${name}"`);
  const { outboxId, payload } = checked(jobData, data);
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it took longer than ${handler.limitSeconds} s and was ended`));
      limit.abort();
    }, handler.limitSeconds * 1_000);
  });
  try {
    await Promise.race([handler.run({ outboxId, payload, attempt, windUp, limit: limit.signal }), late]);
  } catch (error) {
    if (error instanceof Error && isOutage(error)) throw new Postponed(error.message, undefined, dependencyOf(error));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const partSeconds = new Counter({
  name: 'job_part_seconds_total',
  help: 'Time spent by jobs, by part',
  labelNames: ['queue', 'part'],
  registers: [metrics],
});

/** The queue of the current job, for `timed`. */
export const currentQueue = new AsyncLocalStorage<QueueName>();

/** Adds the duration of `work` to `part` of the current job's queue. */
export async function timed<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const queue = currentQueue.getStore();
    if (queue) partSeconds.inc({ queue, part }, (performance.now() - start) / 1_000);
  }
}
