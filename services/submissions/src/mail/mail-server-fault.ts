import { mailLogin } from '@site/platform/mail/refusals';
import type { SendFailure } from '@site/platform/mail/send-failure';
import { Postponed } from '../jobs/job.js';

/** An operator must act; the login may be limited, too. */
const refusedWaitMs = 60_000;

/**
 * Returns the postponement if no mail can be sent: the server is unreachable, or doesn't accept our login or sender.
 * @param awayWaitMs until an unreachable server is tried again; jitter is added
 */
export function mailServerFault({ kind, message }: SendFailure, awayWaitMs: number): Postponed | undefined {
  const jitter = 1 + Math.random();
  if (kind === 'away')
    return new Postponed(`the mail server is unreachable: ${message}`, awayWaitMs * jitter, 'mail server');
  if (kind === 'setup')
    return new Postponed(`the mail server refuses us: ${message}`, refusedWaitMs * jitter, mailLogin);
  return undefined;
}
