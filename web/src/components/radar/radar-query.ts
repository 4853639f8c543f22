/** The latest radar pictures and their age, which is never underestimated. */
import type { Radar } from '@site/proto/weather/v1/radar.responses';
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/api.js';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { renderedFrom } from '@/api/page-document.js';
import { loggingFailure } from '@/log-failure.js';
import { documentTime } from '../alerts/alert-queries.js';
import { readClocks, type ClockReading } from '../time/clock.js';

/** A response with the data to track its age. */
export interface TimedRadar extends Radar {
  timing: {
    /** The newest picture's age at `at`; undefined without pictures. */
    newestAgeMs: number | undefined;
    /** When the request was sent: the response was created later, so ages counted from here are never too low. */
    at: ClockReading;
  };
}

/** @param sentAt the `Date` header: its difference from the response's server time is the time in a cache */
export function toTimedRadar(radar: Radar, sentAt: string | null | undefined, at: ClockReading): TimedRadar {
  const cacheAgeMs = Date.parse(sentAt ?? '') - Date.parse(radar.server_time);
  const age = radar.newest_age_seconds;
  const newestAgeMs = age === null ? undefined : Math.max(0, age) * 1_000 + (cacheAgeMs > 0 ? cacheAgeMs : 0);
  return { ...radar, timing: { newestAgeMs, at } };
}

/**
 * Returns the radar embedded in a document that the server rendered; offline copies have none. Its age counts from the
 * server's clock or from when the page was opened, whichever says more.
 */
function radarInDocument(blockId: string): TimedRadar | undefined {
  const radar = renderedFrom() && readEmbeddedData<Radar>(blockId);
  return radar && toTimedRadar(radar, undefined, { wall: Date.parse(radar.server_time), steady: 0 });
}

const radarOptions = {
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    loggingFailure('the radar', signal, async () => {
      const at = readClocks();
      const { data, sentAt } = await request<Radar>('/main/weather/radar', { signal });
      return toTimedRadar(data, sentAt, at);
    }),
  initialDataUpdatedAt: documentTime,
};

/** Polled every minute while the page is visible. */
export const radarQuery = queryOptions({
  ...radarOptions,
  queryKey: ['radar'],
  initialData: () => radarInDocument('/main/weather/radar'),
  refetchInterval: 60_000,
  staleTime: 30_000,
});

/** For the small picture. The document embeds only the newest frame, so maps don't use it. */
export const radarInBriefQuery = queryOptions({
  ...radarOptions,
  queryKey: ['radar', 'in brief'],
  initialData: () => radarInDocument('radar-data'),
  refetchInterval: 3 * 60_000,
  staleTime: 60_000,
});

/**
 * Returns the newest picture's age by the faster of the device's clocks: one may have stopped during sleep, the other
 * may have been set back.
 */
export function newestAgeMs({ timing }: TimedRadar, now: ClockReading): number | undefined {
  if (timing.newestAgeMs === undefined) return undefined;
  return timing.newestAgeMs + Math.max(0, now.steady - timing.at.steady, now.wall - timing.at.wall);
}
