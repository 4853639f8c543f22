import { neverReached } from '../base/outage.js';

/**
 * What a failed attempt to send means:
 * bounced: there is no such mailbox, or it accepts nothing: never try it again.
 * refused: this mail is not accepted there; another one may be.
 * later: this mailbox accepts no mail right now.
 * away: the mail server is out of reach, which says nothing about the mail.
 * setup: the mail server does not let us send; somebody has to change a setting.
 */
export type SendFailureKind = 'bounced' | 'refused' | 'later' | 'away' | 'setup';

export class SendFailure extends Error {
  override name = 'SendFailure';

  constructor(
    readonly kind: SendFailureKind,
    message: string,
    /** The connection was lost before the answer: the mail may have gone out all the same. */
    readonly maybeSent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** The properties of nodemailer's errors that tell one from another. */
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

/** Reads an error of nodemailer. */
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
  // The server is closing: an answer to the mail itself may have been lost with it.
  if (responseCode === 421) return failure('away', command === 'DATA' || command === 'CONN');
  if (responseCode >= 400 && responseCode < 500) {
    // A refused sender says something about us, not about the reader.
    return failure(command === 'MAIL FROM' ? 'away' : 'later');
  }
  if (responseCode >= 500) {
    if (command === 'MAIL FROM') return failure('setup');
    return failure(command === 'RCPT TO' && isAboutMailbox(response) ? 'bounced' : 'refused');
  }
  // Refused by nodemailer itself: no mail server would take such an address.
  if (code === 'EENVELOPE') return failure('bounced');
  const reached = !neverReached(code) && !neverReached(originalCode);
  return failure('away', reached && (timeoutType === undefined || timeoutType === 'SOCKET_TIMEOUT'));
}

/**
 * Whether a permanent refusal of RCPT TO means that the address is dead. One about policy (x.7.x, RFC 3463) is about us, and a
 * full mailbox (x.2.2) will not stay full. Servers without enhanced codes mean the mailbox.
 */
function isAboutMailbox(response = ''): boolean {
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  return subject !== '7' && !(subject === '2' && detail === '2');
}

const longestReason = 300;
const firstLine = (text: string) => (text.split(/[\r\n]/, 1)[0] ?? '').slice(0, longestReason);
