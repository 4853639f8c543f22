/** Postpones jobs while no mail can be sent. */
import { mailLogin } from '@site/platform/mail/mail-rejections';
import type { SendFailure } from '@site/platform/mail/send-failure';
import { Postponed } from '../jobs/job.js';

/** Attempts to log in may be limited. Other faults are retried with the usual backoff, at most a minute apart. */
const loginWaitMs = 60_000;

/**
 * Returns the postponement if no mail can be sent: the server is unreachable, or refuses us and not the recipient.
 * @param awayWaitMs until an unreachable server is tried again; jitter is added
 */
export function findMailServerFailure(failure: SendFailure, awayWaitMs: number): Postponed | undefined {
  const { kind, message, isLogin } = failure;
  const jitter = 1 + Math.random();
  if (kind === 'away')
    return new Postponed(`the mail server is unreachable: ${message}`, awayWaitMs * jitter, 'mail server');
  if (kind === 'setup')
    return new Postponed(
      `the mail server refuses us: ${message}`,
      isLogin ? loginWaitMs * jitter : undefined,
      mailLogin,
    );
  return undefined;
}
