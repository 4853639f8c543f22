/** The storm banner above every page, for users who may edit it. */
import type { EditedStormBanner } from '@site/proto/content/v1/storm-mode.responses';
import type { StormBannerInput } from '@site/proto/content/v1/storm-mode.schema';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { adminQuery, post } from '@/api/admin.js';
import { readToken, request } from '@/api/api.js';
import { whileSignedIn } from '@/components/session/signed-out.js';
import { localTimeAt, stateTimeZone } from '@/components/time/times.js';

const address = '/admin/main/storm-banner';
const pollIntervalMs = 30_000;

export const stormBannerQuery = queryOptions({
  ...adminQuery<EditedStormBanner | null>(['storm-banner'], address),
  // Some screens open without a session and must not send requests.
  enabled: () => readToken() !== undefined,
  refetchInterval: whileSignedIn<EditedStormBanner | null>(() => pollIntervalMs),
  staleTime: 5_000,
});

export const setStormBanner = (input: StormBannerInput, headers: Record<string, string>) =>
  post<EditedStormBanner>(address, input, headers);

export const endStormBanner = () => request<null>(`${address}/end`, { method: 'POST' });

/** Updates the cache and reloads what depends on the banner. */
export function showBanner(client: QueryClient, banner: EditedStormBanner | null) {
  client.setQueryData(stormBannerQuery.queryKey, banner);
  for (const key of [['home'], ['admin', 'overview'], ['admin', 'audit']])
    void client.invalidateQueries({ queryKey: key });
}

/** Returns state time in `hours` hours as a `datetime-local` value. */
export const localTimeIn = (hours: number): string => localTimeOf(Date.now() + hours * 3_600_000);

/** Converts milliseconds to a `datetime-local` value. */
export const localTimeOf = (timestamp: number): string =>
  localTimeAt(timestamp, stateTimeZone).replace(' ', 'T').slice(0, 16);
