import type { ApiError } from '../../api/api.js';

/** What can be said besides a failure's own text: when to try again, or that it is not the person's doing. */
export function failureHint({ status, retryAfterSeconds }: ApiError, saysWhy: boolean): string | undefined {
  if (retryAfterSeconds !== undefined) return `You can try again at ${clockTimeIn(retryAfterSeconds)}.`;
  if (saysWhy) return undefined;
  if (status === 0) return 'The site did not answer, so it may be the connection.';
  return status >= 500 ? 'The site has a problem at the moment, so it may not be your password.' : undefined;
}

/** The time of day that many seconds from now; rounded up, so that it is never too early. */
function clockTimeIn(seconds: number): string {
  const soon = seconds < 60;
  const step = soon ? 1_000 : 60_000;
  const then = Math.ceil((Date.now() + seconds * 1_000) / step) * step;
  return new Date(then).toLocaleTimeString('en-US', { timeStyle: soon ? 'medium' : 'short' });
}
