import { addToOutbox } from '@site/platform/outbox';
import type { EntityManager } from 'typeorm';

/** Job "send-welcome" of the queue "newsletter", payload `{ subscriberId }`: to somebody who has just confirmed. */
export const sendWelcomeJob = 'send-welcome';

/** Writes the job down in the manager's transaction, which is that of the confirmation. */
export async function addSendWelcomeJob(manager: EntityManager, subscriberId: string): Promise<void> {
  await addToOutbox(manager, { queue: 'newsletter', name: sendWelcomeJob, payload: { subscriberId } });
}
