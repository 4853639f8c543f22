/** Queue activity and failed jobs. */
import { z } from 'zod';
import { integer, integerOrNull, text } from '../../answers.js';

export const queueAnswer = z.strictObject({
  name: text,
  waiting: integer,
  active: integer,
  delayed: integer,
  failed: integer,
  oldest_waiting_age_seconds: integer,
});
export type Queue = z.infer<typeof queueAnswer>;

/** Unprocessed outbox rows of a service; null while the service does not respond. */
const outboxAnswer = z.strictObject({
  service: text,
  unprocessed: integerOrNull,
  oldest_age_seconds: integerOrNull,
});
export type Outbox = z.infer<typeof outboxAnswer>;

export const failedJobAnswer = z.strictObject({
  queue: text,
  id: text,
  name: text,
  payload: z.record(text, text),
  reason: text,
  attempts: integer,
  failed_at: text,
});
export type FailedJob = z.infer<typeof failedJobAnswer>;

export const jobsAnswer = z.strictObject({
  queues: z.array(queueAnswer),
  outbox: z.array(outboxAnswer),
  failed: z.array(failedJobAnswer),
});
export type Jobs = z.infer<typeof jobsAnswer>;
