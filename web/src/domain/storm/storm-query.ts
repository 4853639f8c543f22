import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/api.js';
import { loggingFailure } from '../../log-failure.js';
import { readClocks, useMoment } from '../time/clock.js';
import { arrivalOf, forecastTime, type Arrival } from '../time/forecast-clock.js';

/** An answer with the moment it came: what is over, and how old something is, is judged by the server's clock. */
export type Heard<Answer> = Answer & { arrival?: Arrival | undefined };

/** How an answer about storms is asked for. A failure is logged under the name of what was wanted. */
export function stormQuery<Answer>(queryKey: readonly string[], path: string, what: string, everyMinutes: number) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Heard<Answer>> =>
      loggingFailure(what, signal, async () => {
        const { data, sentAt } = await request<Answer>(path, { signal });
        return { ...data, arrival: arrivalOf(sentAt, readClocks()) };
      }),
    refetchInterval: everyMinutes * 60_000,
    staleTime: 60_000,
  });
}

/** The server's time, milliseconds since 1970 UTC, moving on every ten seconds. */
export const useServerTime = (answer: Pick<Heard<unknown>, 'arrival'> | undefined): number =>
  forecastTime(answer, useMoment());
