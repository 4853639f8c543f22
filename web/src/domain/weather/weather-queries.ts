import { cellAt } from '@site/domain/weather/forecast-cells';
import { keepPreviousData, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../api/api.js';
import { HOME_DEFAULT } from '../../constants.js';
import { pagePollMs } from '../../api/page-poll.js';
import { embeddedAnswer } from '../../api/embedded-answer.js';
import { documentTime } from '../alerts/alert-queries.js';
import { readClocks } from '../time/clock.js';
import { arrivalOf, type ForecastAnswer } from '../time/forecast-clock.js';

/** A point on the map, in degrees. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** An answer of the document, as old as the document is: an old one is shown at once and asked for again. */
const embedded = <Data>(answer: Data | undefined) =>
  answer === undefined ? {} : { initialData: answer, initialDataUpdatedAt: documentTime() };

/** The weather at a point; asked again as soon as the answer says, and when the page comes back into view. */
export function forecastQuery({ lat, lon }: Coordinates, days: 1 | 7) {
  // The document may carry today's answer for the place that everyone starts with.
  const isDefault = days === 1 && lat === HOME_DEFAULT.lat && lon === HOME_DEFAULT.lon;
  // Asked for by its cell: all who are near share one address, and with it what caches on the way hold.
  const cell = cellAt({ lat, lon });
  const [latText, lonText] = [cell.lat.toFixed(2), cell.lon.toFixed(2)];
  const query = new URLSearchParams({ lat: latText, lon: lonText, days: String(days) });
  return queryOptions({
    queryKey: ['forecast', latText, lonText, days],
    queryFn: async ({ signal }): Promise<ForecastAnswer> => {
      const { data, sentAt } = await request<ForecastAnswer>(`/main/weather/forecast?${query}`, { signal });
      return { ...data, arrival: arrivalOf(sentAt, readClocks()) };
    },
    ...embedded(isDefault ? embeddedAnswer<ForecastAnswer>('weather-data') : undefined),
    refetchInterval: ({ state }) => pagePollMs(state.data?.meta),
    staleTime: ({ state }) => pagePollMs(state.data?.meta),
    placeholderData: keepPreviousData,
  });
}

type ForecastPoll = Pick<UseQueryResult<ForecastAnswer>, 'data' | 'isPending' | 'isPlaceholderData'>;

/** For pages that name a place by themselves: while its weather is on its way, that of the place before it is not shown. */
export function forPlace<State extends ForecastPoll>(poll: State): State {
  return poll.isPlaceholderData ? { ...poll, data: undefined, isPending: true } : poll;
}
