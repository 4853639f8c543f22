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
