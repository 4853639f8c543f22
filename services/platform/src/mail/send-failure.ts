import { firstCharacters } from '@site/domain/truncate';
import { neverReached } from '../base/outage.js';
import { isAboutSetup, classifyRejection, type RejectionCause } from './rejection-cause.js';

/**
 * Outcome of a failed attempt to send:
 * - bounced: the mailbox doesn't exist or accepts no mail; never retry.
 * - refused: the server doesn't accept this mail but may accept another. `rejection` says why, as far as the response does.
 * - later: the mailbox accepts no mail now.
 * - away: the server is unreachable.
 * - setup: the server doesn't let us send; an operator must act.
 */
export type SendFailureKind = 'bounced' | 'refused' | 'later' | 'away' | 'setup';

/** The error of `Mailer.send`. Its message is the first line of the server's response, at most 300 characters. */
export class SendFailure extends Error {
  override name = 'SendFailure';

  constructor(
    readonly kind: SendFailureKind,
    message: string,
    /** The mail may have been sent: the connection broke before the response. */
    readonly maybeSent: boolean,
    cause?: unknown,
    /** Of a permanent refusal by the server. */
    readonly rejection?: RejectionCause,
  ) {
    super(message, { cause });
  }

  /** The login failed: attempts may be limited. */
  get isLogin(): boolean {
    return this.kind === 'setup' && (this.cause as SmtpError | undefined)?.code === 'EAUTH';
  }

  /** Refused, but not because of this mail: the same mail may be accepted later. */
  get isUndecided(): boolean {
    return this.kind === 'refused' && (this.rejection === 'policy' || this.rejection === 'unclear');
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
  const failure = (kind: SendFailureKind, maybeSent = false, rejection?: RejectionCause) =>
    new SendFailure(kind, firstLine(response ?? message ?? 'the mail could not be sent'), maybeSent, error, rejection);
  if (setupCodes.has(code)) return failure('setup');
  // The server is shutting down; the response to the mail may be lost.
  if (responseCode === 421) return failure('away', command === 'DATA' || command === 'CONN');
  const isAboutRecipient = command === 'RCPT TO' || command === 'DATA' || command === undefined;
  if (responseCode >= 400 && responseCode < 500) {
    // A refused sender is our problem, not the recipient's.
    if (command === 'MAIL FROM') return failure('away');
    return failure(isAboutSetup(response ?? '') ? 'setup' : 'later');
  }
  if (responseCode >= 500) {
    const rejection = isAboutRecipient ? classifyRejection(response ?? '') : 'setup';
    if (rejection === 'setup') return failure('setup', false, rejection);
    return failure(rejection === 'address' ? 'bounced' : 'refused', false, rejection);
  }
  // Rejected by nodemailer: no server would accept such an address.
  if (code === 'EENVELOPE') return failure('bounced');
  const reached = !neverReached(code) && !neverReached(originalCode);
  return failure('away', reached && (timeoutType === undefined || timeoutType === 'SOCKET_TIMEOUT'));
}

const maxReasonLength = 300;
const firstLine = (text: string) => firstCharacters(text.split(/[\r\n]/, 1)[0] ?? '', maxReasonLength);
