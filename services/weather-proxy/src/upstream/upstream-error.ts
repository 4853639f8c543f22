import { errors } from 'undici';

/** How a call to a provider ended; the label of its metric. */
export type Outcome =
  | 'ok'
  | 'not_found'
  | 'rate_limited'
  | 'http_error'
  | 'redirect'
  | 'timeout'
  | 'network'
  | 'too_large'
  | 'invalid'
  | 'refused';

/** A provider that did not give a usable answer. The message is for logs, never for visitors. */
export class UpstreamError extends Error {
  constructor(
    message: string,
    readonly outcome: Exclude<Outcome, 'ok'>,
    options: ErrorOptions & {
      /** The provider asked not to be called again for this long. */
      retryAfterMs?: number;
      /** The HTTP status it answered with, when it was not 200. */
      status?: number;
    } = {},
  ) {
    super(message, options);
    this.name = 'UpstreamError';
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
  }

  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;

  /** Whether it counts against the provider's health. "Not found" is an answer, and "refused" is our own doing. */
  get isFailure(): boolean {
    return this.outcome !== 'not_found' && this.outcome !== 'refused';
  }
}

/** What a status other than 200 means where the provider says no more. */
export function outcomeOf(status: number): 'not_found' | 'rate_limited' | 'redirect' | 'http_error' {
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status >= 300 && status < 400 ? 'redirect' : 'http_error';
}

/** Failures that a second call may not meet again. Not timeouts: they have used up the time. */
export const isPassing = (error: UpstreamError) =>
  error.outcome === 'network' ||
  (error.outcome === 'http_error' && error.retryAfterMs === undefined && (error.status ?? 0) >= 500);

/** Translates what undici, zlib and JSON throw into how the call ended. */
export function asUpstreamError(error: unknown, path: string): UpstreamError {
  const { name, message } = error as Error;
  // A DOMException (from a deadline that passed) has a numeric code.
  const code = String((error as { code?: string | number }).code ?? '');
  const outcome =
    error instanceof errors.ResponseExceededMaxSizeError || code === 'ERR_BUFFER_TOO_LARGE'
      ? 'too_large'
      : error instanceof SyntaxError || code.startsWith('Z_')
        ? 'invalid'
        : name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT$/.test(code)
          ? 'timeout'
          : 'network';
  return new UpstreamError(`${path}: ${message}`, outcome, { cause: error });
}
