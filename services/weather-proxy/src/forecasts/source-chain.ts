import { UpstreamError } from '../upstream/upstream-error.js';
import { NoForecastHere, type ForecastSource } from './forecast-source.js';
import type { Coordinates, PlaceForecast } from './place-forecast.js';

/** For all sources together: the gateway gives us 5 s, and a last good answer has to be found in them too. */
const totalMs = 4_000;

/**
 * Asks the sources in order until one answers. A source that is not the last may use its share of the time only, so that a
 * preferred provider that hangs leaves room for the next one.
 * @throws NoForecastHere when every source says so; otherwise what the last one failed with
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
    failures.find((failure) => !(failure instanceof NoForecastHere)) ??
    failures[0] ??
    new Error('no source of forecasts')
  );
}

const rejectionAt = (deadline: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new UpstreamError('took too long', 'timeout')), { once: true });
  });
