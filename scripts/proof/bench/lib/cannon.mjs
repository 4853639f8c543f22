import autocannon from 'autocannon';
import { percentile } from '../../lib/statistics.mjs';

/** In a request's headers and body this is replaced by a new text each time. */
export const unique = '[<id>]';

/**
 * Sends requests as fast as they are answered, over kept-alive connections. For answers that a server has ready in memory use
 * `hammer`: autocannon is three times slower than such a server, and would measure itself.
 * @param options.url where to
 * @param options.request method, headers, body
 * @param options.connections how many requests at once
 * @param options.seconds how long
 * @returns requestsPerSecond, p50Ms, p95Ms, p99Ms, bytes (of one answer with its headers)
 * @throws when an answer is not 2xx, or does not come
 */
export async function cannon({ url, request = {}, connections, seconds }) {
  const from = performance.now();
  const times = [];
  let bytes = 0;
  const load = autocannon({ url, ...request, connections, duration: seconds, idReplacement: true });
  // autocannon's own histogram has whole milliseconds, which is too coarse for answers that take two.
  load.on('response', (_client, _status, resBytes, elapsedMs) => {
    times.push(elapsedMs);
    bytes = resBytes;
  });
  const { statusCodeStats, non2xx, errors, timeouts } = await load;
  if (non2xx + errors + timeouts > 0 || times.length === 0)
    throw new Error(`${url}: ${JSON.stringify({ answers: statusCodeStats, errors, timeouts })}`);
  return {
    requestsPerSecond: Math.round(times.length / ((performance.now() - from) / 1_000)),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
    bytes,
  };
}
