import type { z } from 'zod';
import type { JobName } from '@site/proto/queues';
import { job, type HandlersOf, type JobRun } from '../jobs/job.js';
import type { MailParts } from './mail-parts.js';
import { sendOnce, type Sending } from './send-once.js';

/** Longer than the timeout of a silent mail server. */
const limitSeconds = 100;

/**
 * Returns the handler of job `name`, which sends one mail to one recipient. The job reads current rows when it runs, so
 * it sends nothing about changes that were undone in the meantime.
 */
export const mailJob = <Payload, Name extends JobName<'newsletter'>>(
  parts: MailParts,
  name: Name,
  payload: z.ZodType<Payload>,
  sending: (run: JobRun<Payload>) => Omit<Sending, 'outboxId' | 'kind'> | Promise<Omit<Sending, 'outboxId' | 'kind'>>,
): HandlersOf<Name> => {
  const handler = job(payload, limitSeconds, async (run) =>
    sendOnce(parts, { outboxId: run.outboxId, kind: name, ...(await sending(run)) }),
  );
  return { [name]: handler } as HandlersOf<Name>;
};
