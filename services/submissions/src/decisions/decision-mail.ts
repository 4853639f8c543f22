import { addToOutbox } from '@site/platform/jobs/outbox';
import type { KindOf } from '@site/domain/kinds';
import type { EntityManager } from 'typeorm';

/** Notifies the sender of a photo or sponsorship request of the decision (`outcomeJobs`). */
export const sendOutcomeJob = 'send-outcome';

export const outcomeSubjects = ['snapshot', 'sponsor'] as const satisfies KindOf<'submissions'>[];
export type OutcomeSubject = (typeof outcomeSubjects)[number];

/**
 * Adds the job in the decision's transaction. It applies to this decision only: after an undo and a new decision, only
 * the later job sends a mail.
 */
export async function addOutcomeMail(
  manager: EntityManager,
  { type, id, decidedAt }: { type: OutcomeSubject; id: string; decidedAt?: string },
): Promise<void> {
  await addToOutbox(manager, {
    queue: 'mail',
    name: sendOutcomeJob,
    payload: { type, id, ...(decidedAt && { decidedAt }) },
  });
}
