/** Banner with the error of a failed request and what to do about it. */
import { ApiError } from '@/api/api.js';
import { Banner } from '@/ui/banner.js';
import * as strings from '@/strings/public-strings.js';
import { UserFacingError } from './user-facing-error.js';

interface FailureBannerProps {
  error: unknown;
  /** Defaults to the server's message. */
  text?: string;
  /** The server's message already appears beside a field. */
  hasFieldError?: boolean;
}

export function FailureBanner({ error, text, hasFieldError = false }: FailureBannerProps) {
  const message = getMessage(error);
  const hint = error instanceof ApiError ? failureHint(error, message !== undefined) : undefined;
  const first = text ?? message ?? strings.somethingWentWrong;
  return (
    <Banner tone="error">
      <p>{first}</p>
      {message && message !== first && !hasFieldError && <p className="text-ink-soft">{message}</p>}
      {hint && <p className="text-ink-soft">{hint}</p>}
    </Banner>
  );
}

function getMessage(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.serverMessage;
  return error instanceof UserFacingError ? error.message : undefined;
}

/** Returns when to try again, or that the user isn't at fault. */
export function failureHint({ status, retryAfterSeconds }: ApiError, saysWhy: boolean): string | undefined {
  if (retryAfterSeconds !== undefined) return `You can try again at ${clockTimeIn(retryAfterSeconds)}.`;
  if (saysWhy) return undefined;
  if (status === 0) return "The site didn't respond. Check your connection.";
  return status >= 500 ? 'The site has a problem right now, so your password may be correct.' : undefined;
}

/** Rounds up so that the time is never too early. */
function clockTimeIn(seconds: number): string {
  const soon = seconds < 60;
  const step = soon ? 1_000 : 60_000;
  const then = Math.ceil((Date.now() + seconds * 1_000) / step) * step;
  return new Date(then).toLocaleTimeString('en-US', { timeStyle: soon ? 'medium' : 'short' });
}
