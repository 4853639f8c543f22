import { isId } from '@site/platform/base/ids';
import { jobNames, type JobName, type QueueName } from '@site/proto/queues';
import { z } from 'zod';
import { isOutage } from '@site/platform/base/outage';
import { countingTime } from './spent.js';

/** What a job is, how it is run, and how it can end; the same in tests, in one process and in many. */

/** A run of a job. */
export interface JobRun<Payload> {
  /** The outbox row that asked for it, and the job's id in the queue. */
  outboxId: string;
  payload: Payload;
  /** 1 for the first. */
  attempt: number;
  /** Aborted when the process is about to stop: a long job then ends early and leaves the rest to a later one. */
  windUp: AbortSignal;
}

export interface JobHandler {
  /** A job that takes longer is ended, and has failed. */
  limitSeconds: number;
  run(job: JobRun<Record<string, string>>): Promise<void>;
}

/** Handlers by job name: everything that the workers of one queue can do. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Handlers of these jobs. */
export type HandlersOf<Name extends JobName> = Readonly<Record<Name, JobHandler>>;

/** @throws Error when the queue may hold jobs that nothing would do */
export function requireHandlers(queue: QueueName, handled: readonly string[]): void {
  const missing = jobNames[queue].filter((name) => !handled.includes(name));
  if (missing.length > 0) throw new Error(`no handler for jobs of the queue "${queue}": ${missing.join(', ')}`);
}

/** A field of a payload. Payloads hold ids and nothing else. */
export const idField = z.string().refine(isId, 'is no id');

/** A handler whose payload is checked before it is run. */
export function job<Payload>(
  payload: z.ZodType<Payload>,
  limitSeconds: number,
  run: (job: JobRun<Payload>) => Promise<void>,
): JobHandler {
  return {
    limitSeconds,
    run: (given) => run({ ...given, payload: checked(payload, given.payload) }),
  };
}

/** Not now: something that the job needs is down, or another process is doing it. Does not count as an attempt. */
export class Postponed extends Error {
  override name = 'Postponed';
  constructor(
    message: string,
    /** Without it the wait grows with every postponement. */
    readonly waitMs?: number,
  ) {
    super(message);
  }
}

/** Never: no further attempt would help. */
export class Hopeless extends Error {
  override name = 'Hopeless';
}

export type JobOutcome = (
  | { kind: 'done' }
  | { kind: 'failed'; reason: string; stack?: string | undefined; hopeless: boolean }
  /** Without `waitMs` the wait grows with every postponement. */
  | { kind: 'postponed'; reason: string; waitMs?: number | undefined }
) & {
  /** Where the time went, in seconds (see `timed`). */
  seconds?: Record<string, number>;
};

/** A job as it comes out of the queue. Its data is whatever was put in. */
export interface QueuedJob {
  id: string;
  name: string;
  data: unknown;
  attempt: number;
}

/** Runs jobs, in this process or another. */
export interface JobRunner {
  /** Never rejects: whatever happens is an outcome. */
  run(job: QueuedJob): Promise<JobOutcome>;
  /** From now on long jobs end early. */
  windUp(): void;
  close(): Promise<void>;
}

const jobData = z.object({ outboxId: idField, payload: z.record(z.string(), z.string()) });

function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Hopeless(`the job's data is wrong: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Runs a job and tells how it ended. */
export async function runJob(handlers: JobHandlers, queued: QueuedJob, windUp: AbortSignal): Promise<JobOutcome> {
  const { result, seconds } = await countingTime(() => attempt(handlers, queued, windUp));
  return { ...result, seconds };
}

async function attempt(handlers: JobHandlers, queued: QueuedJob, windUp: AbortSignal): Promise<JobOutcome> {
  try {
    const handler = Object.hasOwn(handlers, queued.name) ? handlers[queued.name] : undefined;
    if (!handler) throw new Hopeless(`there is no job "${queued.name}"`);
    const { outboxId, payload } = checked(jobData, queued.data);
    await handler.run({ outboxId, payload, attempt: queued.attempt, windUp });
    return { kind: 'done' };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): JobOutcome {
  if (error instanceof Postponed) return { kind: 'postponed', reason: error.message, waitMs: error.waitMs };
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && isOutage(error)) return { kind: 'postponed', reason };
  return {
    kind: 'failed',
    reason,
    stack: error instanceof Error ? error.stack : undefined,
    hopeless: error instanceof Hopeless,
  };
}

/** Runs jobs in this very process, for tests: does not survive a handler that blocks or ends the process. */
export function runHere(handlers: JobHandlers): JobRunner {
  const windUp = new AbortController();
  return {
    run: (queued) => runJob(handlers, queued, windUp.signal),
    windUp: () => windUp.abort(),
    close: () => Promise.resolve(),
  };
}
