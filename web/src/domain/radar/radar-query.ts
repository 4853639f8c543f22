import type { Radar } from '@site/proto/weather/v1/radar.answers';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/api.js';
import { loggingFailure } from '../../log-failure.js';
import { readClocks, type Moment } from '../time/clock.js';

/** The latest radar pictures, and how old they are: never told younger than they are. */

/** An answer with what is needed to count its age on. */
export interface HeardRadar extends Radar {
  heard: {
    /** How old the newest picture was at `at`; undefined without one. */
    newestAgeMs: number | undefined;
    /** When the answer was asked for: it was made after that, so what is counted from here is never too little. */
    at: Moment;
  };
}

/** @param sentAt the answer's `Date` header: between the server's clock in the answer and this lies the time that a cache kept it */
export function heardRadar(radar: Radar, sentAt: string | null | undefined, at: Moment): HeardRadar {
  const keptMs = Date.parse(sentAt ?? '') - Date.parse(radar.server_time);
  const age = radar.newest_age_seconds;
  const newestAgeMs = age === null ? undefined : Math.max(0, age) * 1_000 + (keptMs > 0 ? keptMs : 0);
  return { ...radar, heard: { newestAgeMs, at } };
}

/** Asked again each minute while the page is seen. */
export const radarQuery = queryOptions({
  queryKey: ['radar'],
  queryFn: ({ signal }) =>
    loggingFailure('the radar', signal, async () => {
      const at = readClocks();
      const { data, sentAt } = await request<Radar>('/main/weather/radar', { signal });
      return heardRadar(data, sentAt, at);
    }),
  refetchInterval: 60_000,
  staleTime: 30_000,
});

/** The age of the newest picture now, by the faster of the device's clocks: one may have slept, the other may have been set back. */
export function newestAgeMs({ heard }: HeardRadar, now: Moment): number | undefined {
  if (heard.newestAgeMs === undefined) return undefined;
  return heard.newestAgeMs + Math.max(0, now.steady - heard.at.steady, now.wall - heard.at.wall);
}
