/** When to poll again after a failed poll. */
import { UpstreamError } from './upstream-error.js';

const firstRetryMs = 6_000;
const minPauseMs = 1_000;

/**
 * How long the breaker refuses calls; undefined if any part of the poll was sent. Repeating such a poll early costs the
 * provider nothing.
 */
export function breakerOpenForMs(error: unknown): number | undefined {
  if (error instanceof AggregateError) {
    const parts = error.errors.map(breakerOpenForMs);
    return parts.length > 0 && !parts.includes(undefined) ? Math.min(...parts.map(Number)) : undefined;
  }
  return error instanceof UpstreamError && error.outcome === 'refused' ? error.retryAfterMs : undefined;
}

interface FailedPoll {
  /** In a row, including the last. */
  failures: number;
  /** Of `breakerOpenForMs`. */
  breakerOpenMs?: number | undefined;
  tookMs: number;
}

/**
 * Returns the milliseconds until the next attempt, from the start of the failed one: 6 s, 12 s … up to the interval, or
 * when the breaker lets a call through. A recovered provider is fresh again within 15 s (rule R-04, intervals of up to
 * 12 s), because a call that hangs when the provider recovers delays nothing beyond its own timeout of at most 10 s:
 * backoff and the breaker's 10 s count from its start, and a refused poll doesn't wait for another interval.
 */
export function retryDelayMs({ failures, breakerOpenMs, tookMs }: FailedPoll, intervalMs: number): number {
  const backoffMs =
    breakerOpenMs === undefined ? firstRetryMs * 2 ** Math.min(failures - 1, 10) : tookMs + breakerOpenMs;
  // With jitter, so that a provider's pollers spread out.
  return Math.max(
    tookMs + Math.min(intervalMs, minPauseMs),
    Math.min(intervalMs, backoffMs) * (1 - Math.random() / 10),
    breakerOpenMs === undefined ? 0 : tookMs + breakerOpenMs + Math.random() * 500,
  );
}
