import { cellAt } from '@site/domain/weather/forecast-cells';
import { keepPreviousData, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { request } from '@/api/api.js';
import { FORECAST_DEFAULT, HOME_DEFAULT } from '@/constants/display-constants.js';
import { pagePollMs } from '@/api/page-poll.js';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { documentTime } from '../alerts/alert-queries.js';
import { readClocks } from '../time/clock.js';
import { arrivalOf, type ForecastResponse } from '../time/forecast-clock.js';

/** A point on the map, in degrees. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** An embedded response, as old as the document: an old one is shown immediately and refetched. */
const embedded = <Data>(data: Data | undefined) =>
  data === undefined ? {} : { initialData: data, initialDataUpdatedAt: documentTime() };

/** Returns the id of the JSON block that may contain a forecast: the document embeds the default places'. */
function blockFor({ lat, lon }: Coordinates, days: 1 | 7): string | undefined {
  const isAt = (place: Coordinates) => lat === place.lat && lon === place.lon;
  if (isAt(HOME_DEFAULT)) return days === 1 ? 'weather-data' : 'week-data';
  return isAt(FORECAST_DEFAULT) && days === 7 ? 'forecast-week-data' : undefined;
}

/** The weather at a point, polled at the response's interval and when the page becomes visible again. */
export function forecastQuery({ lat, lon }: Coordinates, days: 1 | 7) {
  const block = blockFor({ lat, lon }, days);
  // Requests the grid cell, so that nearby visitors share a URL and its caches.
  const cell = cellAt({ lat, lon });
  const latText = cell.lat.toFixed(2);
  const lonText = cell.lon.toFixed(2);
  const query = new URLSearchParams({ lat: latText, lon: lonText, days: String(days) });
  return queryOptions({
    queryKey: ['forecast', latText, lonText, days],
    queryFn: async ({ signal }): Promise<ForecastResponse> => {
      const { data, sentAt } = await request<ForecastResponse>(`/main/weather/forecast?${query}`, { signal });
      return { ...data, arrival: arrivalOf(sentAt, readClocks()) };
    },
    ...embedded(block === undefined ? undefined : readEmbeddedData<ForecastResponse>(block)),
    refetchInterval: ({ state }) => pagePollMs(state.data?.meta),
    staleTime: ({ state }) => pagePollMs(state.data?.meta),
    placeholderData: keepPreviousData,
  });
}

type ForecastPoll = Pick<UseQueryResult<ForecastResponse>, 'data' | 'isPending' | 'isPlaceholderData'>;

/** For pages about a fixed place: hides the previous place's weather while the new one loads. */
export function forPlace<State extends ForecastPoll>(poll: State): State {
  return poll.isPlaceholderData ? { ...poll, data: undefined, isPending: true } : poll;
}
