import type { EditedStormBanner } from '@site/proto/content/v1/storm-mode.answers';
import type { StormBannerInput } from '@site/proto/content/v1/storm-mode.schema';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { readToken, request } from '../../api/api.js';
import { whileSignedIn } from '../../domain/session/signed-out.js';
import { localTimeAt, stateTimeZone } from '../../domain/time/times.js';

/** The notice above every page, as whoever may put it up sees it. */

const address = '/admin/main/storm-banner';
const everyMs = 30_000;
const queryKey = ['admin', 'storm-banner'];

/** What stands now; null for none. */
export const stormBannerQuery = queryOptions({
  queryKey,
  // Some screens open without a session, and then ask for nothing.
  enabled: () => readToken() !== undefined,
  queryFn: async ({ signal }) => (await request<EditedStormBanner | null>(address, { signal })).data,
  refetchInterval: whileSignedIn<EditedStormBanner | null>(() => everyMs),
  staleTime: 5_000,
});

/** Puts one up, in place of the one that stands. */
export const setStormBanner = (input: StormBannerInput, headers: Record<string, string>) =>
  request<EditedStormBanner>(address, { method: 'POST', json: input, headers });

/** Takes it away. */
export const endStormBanner = () => request<null>(`${address}/end`, { method: 'POST' });

/** Shows at once what stands now, and asks again for what tells of it. */
export function showBanner(client: QueryClient, banner: EditedStormBanner | null) {
  client.setQueryData(stormBannerQuery.queryKey, banner);
  for (const key of [['home'], ['admin', 'overview'], ['admin', 'audit']])
    void client.invalidateQueries({ queryKey: key });
}

/** The time in the state so many hours from now, as a `datetime-local` box holds it. */
export const localTimeIn = (hours: number): string => localTimeOf(Date.now() + hours * 3_600_000);

/** The same of a moment in milliseconds. */
export const localTimeOf = (moment: number): string =>
  localTimeAt(moment, stateTimeZone).replace(' ', 'T').slice(0, 16);
