import autocannon from 'autocannon';
import { percentile } from '../../lib/statistics.mjs';

/** Replaced by a new text in each request's headers and body. */
export const unique = '[<id>]';

/**
 * Sends requests as fast as they are answered. For responses that a server has in memory use `hammer`: autocannon is
 * three times slower than such a server.
 * @param options.request method, headers, body
 * @returns requestsPerSecond, p50Ms, p95Ms, p99Ms, bytes (of one response with its headers)
 * @throws when a response is missing or not 2xx
 */
export async function cannon({ url, request = {}, connections, seconds }) {
  const from = performance.now();
  const times = [];
  let bytes = 0;
  const load = autocannon({ url, ...request, connections, duration: seconds, idReplacement: true });
  // autocannon's histogram is in whole milliseconds, too coarse.
  load.on('response', (_client, _status, resBytes, elapsedMs) => {
    times.push(elapsedMs);
    bytes = resBytes;
  });
  const { statusCodeStats, non2xx, errors, timeouts } = await load;
  if (non2xx + errors + timeouts > 0 || times.length === 0)
    throw new Error(`${url}: ${JSON.stringify({ responses: statusCodeStats, errors, timeouts })}`);
  return {
    requestsPerSecond: Math.round(times.length / ((performance.now() - from) / 1_000)),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
    bytes,
  };
}
