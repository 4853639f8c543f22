import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/api.js';
import { embeddedAnswer } from '../../api/embedded-answer.js';
import { loggingFailure } from '../../log-failure.js';
import { documentTime } from '../alerts/alert-queries.js';
import { readClocks, useMoment } from '../time/clock.js';
import { arrivalOf, forecastTime, type Arrival } from '../time/forecast-clock.js';

/** A response with its arrival time: ends and ages are judged by the server clock. */
export type Heard<Answer> = Answer & { arrival?: Arrival | undefined };

/** Returns query options for storm data, which the document may embed. Failures are logged with `what`. */
export function stormQuery<Answer>(queryKey: readonly string[], path: string, what: string, everyMinutes: number) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Heard<Answer>> =>
      loggingFailure(what, signal, async () => {
        const { data, sentAt } = await request<Answer>(path, { signal });
        return { ...data, arrival: arrivalOf(sentAt, readClocks()) };
      }),
    initialData: () => embeddedAnswer<Heard<Answer>>(path),
    initialDataUpdatedAt: documentTime,
    refetchInterval: everyMinutes * 60_000,
    staleTime: 60_000,
  });
}

/** Returns the server time in milliseconds since 1970 UTC, updated every ten seconds. */
export const useServerTime = (answer: Pick<Heard<unknown>, 'arrival'> | undefined): number =>
  forecastTime(answer, useMoment());
