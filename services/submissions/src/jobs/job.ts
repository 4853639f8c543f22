/** The job model: runs, handlers and outcomes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isId } from '@site/platform/base/ids';
import { isOutage } from '@site/platform/base/outage';
import { dependencyOf } from '@site/platform/base/outage-log';
import type { JobName } from '@site/proto/queues';
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

export type JobOutcome = (
  | { kind: 'done' }
  | { kind: 'failed'; reason: string; stack?: string | undefined; hopeless: boolean }
  | { kind: 'postponed'; reason: string; waitMs?: number | undefined; dependency?: string | undefined }
) & {
  /** Per part of the job (see `timed`). */
  seconds?: Record<string, number>;
};

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

type Signals = Pick<JobRun<unknown>, 'windUp' | 'limit'>;

/**
 * Runs one job and never rejects: errors become outcomes. A job that exceeds its limit counts as failed.
 * @param windUp makes a long job end early
 */
export async function runJob(handlers: JobHandlers, queued: QueuedJob, windUp: AbortSignal): Promise<JobOutcome> {
  const limitSeconds = handlers[queued.name]?.limitSeconds ?? 0;
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<JobOutcome>((resolve) => {
    timer = setTimeout(() => {
      resolve({ kind: 'failed', reason: `it took longer than ${limitSeconds} s and was ended`, hopeless: false });
      limit.abort();
    }, limitSeconds * 1_000);
  });
  const seconds: Record<string, number> = {};
  try {
    const running = spent.run(seconds, () => attempt(handlers, queued, { windUp, limit: limit.signal }));
    return { ...(await Promise.race([running, late])), seconds };
  } finally {
    clearTimeout(timer);
  }
}

async function attempt(handlers: JobHandlers, queued: QueuedJob, signals: Signals): Promise<JobOutcome> {
  try {
    const handler = Object.hasOwn(handlers, queued.name) ? handlers[queued.name] : undefined;
    if (!handler) throw new Hopeless(`there is no job "${queued.name}"`);
    const { outboxId, payload } = checked(jobData, queued.data);
    await handler.run({ outboxId, payload, attempt: queued.attempt, ...signals });
    return { kind: 'done' };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): JobOutcome {
  if (error instanceof Postponed)
    return { kind: 'postponed', reason: error.message, waitMs: error.waitMs, dependency: error.dependency };
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && isOutage(error)) return { kind: 'postponed', reason, dependency: dependencyOf(error) };
  return {
    kind: 'failed',
    reason,
    stack: error instanceof Error ? error.stack : undefined,
    hopeless: error instanceof Hopeless,
  };
}

/** Seconds per part of a job, summed and reported with its outcome. */
const spent = new AsyncLocalStorage<Record<string, number>>();

/** Adds the duration of `work` to `part` of the current job. */
export async function timed<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const seconds = spent.getStore();
    if (seconds) seconds[part] = (seconds[part] ?? 0) + (performance.now() - start) / 1_000;
  }
}
