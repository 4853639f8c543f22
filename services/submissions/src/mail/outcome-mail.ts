import { addToOutbox } from '@site/platform/outbox';
import type { EntityManager } from 'typeorm';

/**
 * Job "send-outcome" of the queue "newsletter": tells whoever sent a photo or asked to be a sponsor what was decided. What
 * it says is read from the row when the mail is sent; a decision that was taken back meanwhile sends nothing.
 */
export const sendOutcomeJob = 'send-outcome';

/** What was decided on; the names are those of the trash and the audit log. */
export type OutcomeSubject = 'snapshot' | 'sponsor';

/** Writes the job down in the manager's transaction, which is that of the decision itself. */
export async function addOutcomeMail(
  manager: EntityManager,
  { type, id }: { type: OutcomeSubject; id: string },
): Promise<void> {
  await addToOutbox(manager, { queue: 'newsletter', name: sendOutcomeJob, payload: { type, id } });
}
