import { firstValueFrom } from 'rxjs';
import { z } from 'zod';
import { idField, type HandlersOf } from '../jobs/job.js';
import { mailJob } from '../mail/mail-job.js';
import type { MailParts } from '../mail/mail-parts.js';
import { accountChangedLetter, passwordChangedLetter, resetCodeLetter } from './account-letters.js';
import type { AuthClients } from './auth-clients.js';

/** What changed is in the outbox of auth, which tells it again when the mail is written. */
const accountChange = z.object({ personId: idField, change: z.string() });

/** Mails about accounts. The auth service asks for them in its own outbox, and is told when they are out. */
export function accountMailJobs(
  parts: MailParts & { auth: AuthClients },
): HandlersOf<'send-reset-code' | 'send-password-changed' | 'send-account-changed'> {
  const { auth, site } = parts;
  return {
    ...mailJob(parts, 'send-reset-code', z.object({ resetId: idField }), ({ outboxId, payload: { resetId } }) => ({
      // Called only when it is our turn: each call makes a new code and ends the one before it.
      prepare: async () => {
        const reset = await firstValueFrom(auth.issueResetCode({ resetId, outboxId }));
        return reset.send ? { to: reset.email, letter: resetCodeLetter({ site, ...reset }) } : undefined;
      },
      complete: () => firstValueFrom(auth.completeResetMail({ outboxId })),
    })),
    ...mailJob(parts, 'send-password-changed', z.object({ personId: idField }), ({ outboxId, payload }) => ({
      prepare: async () => {
        const change = await firstValueFrom(auth.describePasswordChange({ personId: payload.personId, outboxId }));
        return change.send ? { to: change.email, letter: passwordChangedLetter({ site, ...change }) } : undefined;
      },
      complete: () => firstValueFrom(auth.completeResetMail({ outboxId })),
    })),
    ...mailJob(parts, 'send-account-changed', accountChange, ({ outboxId, payload: { personId } }) => ({
      prepare: async () => {
        const change = await firstValueFrom(auth.describeAccountChange({ personId, outboxId }));
        return change.send ? { to: change.email, letter: accountChangedLetter({ site, ...change }) } : undefined;
      },
      complete: () => firstValueFrom(auth.completeResetMail({ outboxId })),
    })),
  };
}
