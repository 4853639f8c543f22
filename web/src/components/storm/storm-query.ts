import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/api.js';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { loggingFailure } from '@/log-failure.js';
import { documentTime } from '../alerts/alert-queries.js';
import { readClocks, useClockReading } from '../time/clock.js';
import { arrivalOf, forecastTime, type Arrival } from '../time/forecast-clock.js';

/** A response with its arrival time: ends and ages are judged by the server clock. */
export type Timed<Data> = Data & { arrival?: Arrival | undefined };

/** Returns query options for storm data, which the document may embed. Failures are logged with `what`. */
export function stormQuery<Data>(queryKey: readonly string[], path: string, what: string, intervalMinutes: number) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Timed<Data>> =>
      loggingFailure(what, signal, async () => {
        const { data, sentAt } = await request<Data>(path, { signal });
        return { ...data, arrival: arrivalOf(sentAt, readClocks()) };
      }),
    initialData: () => readEmbeddedData<Timed<Data>>(path),
    initialDataUpdatedAt: documentTime,
    refetchInterval: intervalMinutes * 60_000,
    staleTime: 60_000,
  });
}

/** Returns the server time in milliseconds since 1970 UTC, updated every ten seconds. */
export const useServerTime = (response: Pick<Timed<unknown>, 'arrival'> | undefined): number =>
  forecastTime(response, useClockReading());
