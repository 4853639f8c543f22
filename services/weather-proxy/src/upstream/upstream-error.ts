/** Why a provider's response can't be used. */
import { errors } from 'undici';

/** Also the label of the calls' metric. */
export type UpstreamOutcome =
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

/** A provider call without a usable response. The message is for logs only. */
export class UpstreamError extends Error {
  constructor(
    message: string,
    readonly outcome: Exclude<UpstreamOutcome, 'ok'>,
    options: ErrorOptions & {
      retryAfterMs?: number;
      /** When it was not 200. */
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

  /** For the breaker. "Not found" is a valid response, and "refused" our own decision. */
  get isFailure(): boolean {
    return this.outcome !== 'not_found' && this.outcome !== 'refused';
  }
}

/** Maps a status other than 200. */
export function outcomeOf(status: number): 'not_found' | 'rate_limited' | 'redirect' | 'http_error' {
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status >= 300 && status < 400 ? 'redirect' : 'http_error';
}

/** Whether a retry may succeed. */
export const isPassing = (error: UpstreamError) =>
  error.outcome === 'network' ||
  (error.outcome === 'http_error' && error.retryAfterMs === undefined && (error.status ?? 0) >= 500);

/** Classifies an error of undici, zlib or JSON.parse. @param path for the message, without secrets */
export function asUpstreamError(error: unknown, path: string): UpstreamError {
  const { name, message } = error as Error;
  // A DOMException (expired deadline) has a numeric code.
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
