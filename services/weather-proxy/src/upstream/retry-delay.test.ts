import { breakerOpenForMs, retryDelayMs } from './retry-delay.js';
import { UpstreamError } from './upstream-error.js';

const intervalMs = 12_000;

it('grows with each failure up to the interval, counted from the start of the failed poll', () => {
  for (const [failures, most] of [
    [1, 6_000],
    [2, 12_000],
    [9, 12_000],
  ] as const) {
    const delayMs = retryDelayMs({ failures, tookMs: 4_000 }, intervalMs);
    expect(delayMs).toBeLessThanOrEqual(most);
    expect(delayMs).toBeGreaterThanOrEqual(most * 0.9);
  }
  expect(retryDelayMs({ failures: 1, tookMs: 10_000 }, intervalMs)).toBe(11_000);
});

it('ends soon after the breaker lets a call through, unless a call was sent', () => {
  const open = new UpstreamError('not called', 'refused', { retryAfterMs: 7_000 });
  const failed = new UpstreamError('no response', 'timeout');
  expect(breakerOpenForMs(new AggregateError([open, failed]))).toBeUndefined();
  const breakerOpenMs = breakerOpenForMs(new AggregateError([open]));
  const delayMs = retryDelayMs({ failures: 9, breakerOpenMs, tookMs: 100 }, intervalMs);
  expect(delayMs).toBeGreaterThanOrEqual(7_100);
  expect(delayMs).toBeLessThan(8_000);
});
