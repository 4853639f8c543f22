import { UpstreamError } from '../upstream/upstream-error.js';
import { NoForecastHere, type ForecastSource } from '../readings/forecast-source.js';
import type { Coordinates, PlaceForecast } from '../readings/place-forecast.js';

/** For all sources: the gateway allows 5 s, including the fallback to the last good response. */
const totalMs = 4_000;

/**
 * Tries the sources in order. Each but the last may use only its share of the time, so that a preferred provider that
 * hangs leaves time for the next.
 * @throws NoForecastHere when every source does; otherwise the first real failure
 */
export async function fetchFromChain(sources: readonly ForecastSource[], at: Coordinates): Promise<PlaceForecast> {
  const endsAt = performance.now() + totalMs;
  const failures: Error[] = [];
  for (const [index, source] of sources.entries()) {
    const share = Math.max(1, Math.round((endsAt - performance.now()) / (sources.length - index)));
    const deadline = AbortSignal.timeout(share);
    try {
      return await Promise.race([source.fetchForecast(at, deadline), rejectionAt(deadline)]);
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)));
    }
  }
  throw (
    failures.find((failure) => !(failure instanceof NoForecastHere)) ?? failures[0] ?? new Error('no forecast source')
  );
}

const rejectionAt = (deadline: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new UpstreamError('timed out', 'timeout')), { once: true });
  });
