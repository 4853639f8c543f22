import { z } from 'zod';
import { idField, type HandlersOf } from '../jobs/job.js';
import { mailJob, type MailParts } from '../mail/send-once.js';
import { accountChangedLetter, invitationLetter, passwordChangedLetter, resetCodeLetter } from './account-letters.js';
import type { AuthClients } from './auth-clients.js';

/** The job's own `change` is unused: auth returns it when the mail is composed. */
const accountChange = z.object({ personId: idField, change: z.string() });

/** Returns the jobs for the auth service's account mails, from its own outbox. */
export function accountMailJobs(
  parts: MailParts & { auth: AuthClients },
): HandlersOf<'send-reset-code' | 'send-invitation' | 'send-password-changed' | 'send-account-changed'> {
  const { auth, site } = parts;
  return {
    ...mailJob(parts, 'send-reset-code', z.object({ resetId: idField }), ({ outboxId, payload: { resetId } }) => ({
      // Each call issues a new code and invalidates the previous one.
      prepare: async () => {
        const reset = await auth.issueResetCode({ resetId, outboxId });
        return reset.send ? { to: reset.email, letter: resetCodeLetter({ site, ...reset }) } : undefined;
      },
      complete: () => auth.completeResetMail({ id: outboxId }),
    })),
    ...mailJob(parts, 'send-invitation', z.object({ invitationId: idField }), ({ outboxId, payload }) => ({
      // Each call issues a new link and invalidates the previous one.
      prepare: async () => {
        const { invitationId } = payload;
        const { invitation, token } = await auth.issueInvitation({ invitationId, outboxId });
        return invitation && { to: invitation.email, letter: invitationLetter({ site, ...invitation, token }) };
      },
      complete: () => auth.completeResetMail({ id: outboxId }),
    })),
    ...mailJob(parts, 'send-password-changed', z.object({ personId: idField }), ({ outboxId, payload }) => ({
      prepare: async () => {
        const change = await auth.describePasswordChange({ personId: payload.personId, outboxId });
        return change.send ? { to: change.email, letter: passwordChangedLetter({ site, ...change }) } : undefined;
      },
      complete: () => auth.completeResetMail({ id: outboxId }),
    })),
    ...mailJob(parts, 'send-account-changed', accountChange, ({ outboxId, payload: { personId } }) => ({
      prepare: async () => {
        const change = await auth.describeAccountChange({ personId, outboxId });
        return change.send ? { to: change.email, letter: accountChangedLetter({ site, ...change }) } : undefined;
      },
      complete: () => auth.completeResetMail({ id: outboxId }),
    })),
  };
}
