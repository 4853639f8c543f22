import { firstCharacters } from '@site/domain/truncate';

/**
 * A report about a sent mail:
 * - bounce: it can't be delivered.
 * - soft-bounce: not delivered for now, or still being tried.
 * - complaint: its recipient marked it as spam.
 */
export interface MailReport {
  kind: 'bounce' | 'soft-bounce' | 'complaint';
  /** Signed tokens of return paths, or texts that may contain one. */
  tokens: readonly string[];
  /** Status code and diagnostic text. */
  reason: string;
  /** A mail provider classified the bounce as permanent, and so vouches for an unclear reason. */
  isPermanent?: boolean;
}

export const reportFormats = ['generic', 'ses', 'postmark', 'mailgun'] as const;
/** Of webhooks; "message" is a mail in the bounce mailbox. */
export type ReportFormat = (typeof reportFormats)[number] | 'message';

/** The report isn't in its provider's format; the provider's retries won't help. */
export class UnreadableReport extends Error {
  override name = 'UnreadableReport';
}

const maxReasonLength = 300;

/** Returns a reason without addresses, fit for the database and a list. */
export const storedReason = (reason: string): string =>
  firstCharacters(
    firstCharacters(reason, 4 * maxReasonLength)
      .split(/[\p{Cc}\s]/u)
      .filter((word) => word !== '')
      .map((word) => (word.includes('@') ? '(address)' : word))
      .join(' ')
      .toWellFormed(),
    maxReasonLength,
  );
