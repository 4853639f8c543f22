import { addToOutbox } from '@site/platform/jobs/outbox';
import type { KindOf } from '@site/domain/kinds';
import type { EntityManager } from 'typeorm';

/** Job that tells whoever sent a photo or asked to be a sponsor what was decided (`outcomeJobs`). */
export const sendOutcomeJob = 'send-outcome';

/** What is decided on. */
export const outcomeSubjects = ['snapshot', 'sponsor'] as const satisfies KindOf<'submissions'>[];
export type OutcomeSubject = (typeof outcomeSubjects)[number];

/**
 * Writes the job down in the manager's transaction, which is that of the decision itself. It is about this decision alone: when
 * that is taken back and another one made, only the later job sends.
 */
export async function addOutcomeMail(
  manager: EntityManager,
  { type, id, decidedAt }: { type: OutcomeSubject; id: string; decidedAt?: string },
): Promise<void> {
  await addToOutbox(manager, {
    queue: 'newsletter',
    name: sendOutcomeJob,
    payload: { type, id, ...(decidedAt && { decidedAt }) },
  });
}
