/** Queue activity and failed jobs. */
import { z } from 'zod';
import { integer, integerOrNull, text } from '../../responses.js';

export const queueResponse = z.strictObject({
  name: text,
  waiting: integer,
  active: integer,
  delayed: integer,
  failed: integer,
  oldest_waiting_age_seconds: integer,
});
export type Queue = z.infer<typeof queueResponse>;

/** Unprocessed outbox rows of a service; null while the service does not respond. */
const outboxSchema = z.strictObject({
  service: text,
  unprocessed: integerOrNull,
  oldest_age_seconds: integerOrNull,
});
export type Outbox = z.infer<typeof outboxSchema>;

export const failedJobResponse = z.strictObject({
  queue: text,
  id: text,
  name: text,
  payload: z.record(text, text),
  reason: text,
  attempts: integer,
  failed_at: text,
});
export type FailedJob = z.infer<typeof failedJobResponse>;

export const jobsResponse = z.strictObject({
  queues: z.array(queueResponse),
  outbox: z.array(outboxSchema),
  failed: z.array(failedJobResponse),
});
export type Jobs = z.infer<typeof jobsResponse>;
