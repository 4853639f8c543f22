import { firstCharacters } from '@site/domain/text';
import { neverReached } from '../base/outage.js';

/**
 * Outcome of a failed attempt to send:
 * - bounced: the mailbox doesn't exist or accepts no mail; never retry.
 * - refused: the server doesn't accept this mail but may accept another.
 * - later: the mailbox accepts no mail now.
 * - away: the server is unreachable.
 * - setup: the server doesn't let us send; an operator must act.
 */
export type SendFailureKind = 'bounced' | 'refused' | 'later' | 'away' | 'setup';

export class SendFailure extends Error {
  override name = 'SendFailure';

  constructor(
    readonly kind: SendFailureKind,
    message: string,
    /** The mail may have been sent: the connection broke before the response. */
    readonly maybeSent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

interface SmtpError {
  code?: string;
  originalCode?: string;
  timeoutType?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

const setupCodes = new Set(['EAUTH', 'ETLS', 'EREQUIRETLS', 'ENOAUTH', 'EOAUTH2', 'EPROXY', 'ECONFIG']);

/** Classifies nodemailer's errors. */
export function sendFailureOf(error: unknown): SendFailure {
  const {
    code = '',
    originalCode = '',
    timeoutType,
    command,
    responseCode = 0,
    response,
    message,
  } = error as SmtpError;
  const failure = (kind: SendFailureKind, maybeSent = false) =>
    new SendFailure(kind, firstLine(response ?? message ?? 'the mail could not be sent'), maybeSent, error);
  if (setupCodes.has(code)) return failure('setup');
  // The server is shutting down; the response to the mail may be lost.
  if (responseCode === 421) return failure('away', command === 'DATA' || command === 'CONN');
  if (responseCode >= 400 && responseCode < 500) {
    // A refused sender is our problem, not the recipient's.
    return failure(command === 'MAIL FROM' ? 'away' : 'later');
  }
  if (responseCode >= 500) {
    if (command === 'MAIL FROM') return failure('setup');
    return failure(command === 'RCPT TO' && isAboutMailbox(response) ? 'bounced' : 'refused');
  }
  // Rejected by nodemailer: no server would accept such an address.
  if (code === 'EENVELOPE') return failure('bounced');
  const reached = !neverReached(code) && !neverReached(originalCode);
  return failure('away', reached && (timeoutType === undefined || timeoutType === 'SOCKET_TIMEOUT'));
}

/**
 * Returns whether a permanent refusal of RCPT TO means that the address is dead. Policy refusals (x.7.x, RFC 3463) are
 * about us, and a full mailbox (x.2.2) is temporary. Without enhanced codes, assumes the mailbox.
 */
function isAboutMailbox(response = ''): boolean {
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  return subject !== '7' && !(subject === '2' && detail === '2');
}

const longestReason = 300;
const firstLine = (text: string) => firstCharacters(text.split(/[\r\n]/, 1)[0] ?? '', longestReason);
