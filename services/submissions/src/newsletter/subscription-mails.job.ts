import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { idField, type HandlersOf } from '../jobs/job.js';
import { mailJob } from '../mail/mail-job.js';
import type { MailParts } from '../mail/mail-parts.js';
import { sendConfirmationJob, sendWelcomeJob, takeConfirmation } from './subscription-mails.js';
import { issueMailToken } from './mail-tokens.js';
import { confirmationLetter, welcomeLetter } from './newsletter-letters.js';
import { Subscriber } from './subscriber.entity.js';

const subscriber = z.object({ subscriberId: idField });

/** Returns the jobs of the first two mails of a subscription. */
export const subscriptionMailJobs = (
  parts: MailParts & { confirmationsPerDay: number },
): HandlersOf<'send-confirmation' | 'send-welcome'> => ({
  ...mailJob(parts, sendConfirmationJob, subscriber, ({ outboxId, payload: { subscriberId } }) => ({
    prepare: async (manager) => {
      const mail = await takeConfirmation(manager, { subscriberId, outboxId }, parts.confirmationsPerDay);
      return mail && { to: mail.email, letter: confirmationLetter({ site: parts.site, token: mail.token }) };
    },
    bounced: markBounced(subscriberId),
  })),
  ...mailJob(parts, sendWelcomeJob, subscriber, ({ payload: { subscriberId } }) => ({
    prepare: async (manager) => {
      const reader = await manager.findOneBy(Subscriber, { id: subscriberId, state: 'confirmed' });
      if (!reader) return undefined;
      const token = await issueMailToken(manager, subscriberId, 'manage');
      return { to: reader.email, letter: welcomeLetter({ site: parts.site, token }) };
    },
    bounced: markBounced(subscriberId),
  })),
});

/** The mailbox doesn't exist, so nothing more is sent there. */
export const markBounced = (subscriberId: string) => async (manager: EntityManager) => {
  await manager.query(
    `UPDATE newsletter_subscribers SET state = 'bounced' WHERE id = $1 AND state IN ('pending', 'confirmed')`,
    [subscriberId],
  );
};
