import autocannon from 'autocannon';
import { percentile } from '../../lib/statistics.mjs';

/** Placeholder in a request's headers and body, replaced by a new text each time. */
export const unique = '[<id>]';

/**
 * Sends requests as fast as they are answered, over kept-alive connections. For responses that a server has in memory
 * use `hammer`: autocannon is three times slower than such a server and would measure itself.
 * @param options.request method, headers, body
 * @returns requestsPerSecond, p50Ms, p95Ms, p99Ms, bytes (of one response with its headers)
 * @throws when a response is missing or not 2xx
 */
export async function cannon({ url, request = {}, connections, seconds }) {
  const from = performance.now();
  const times = [];
  let bytes = 0;
  const load = autocannon({ url, ...request, connections, duration: seconds, idReplacement: true });
  // autocannon's own histogram is in whole milliseconds, too coarse for responses that take two.
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
