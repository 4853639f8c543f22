import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../api.js';
import { HOME_DEFAULT } from '../../constants.js';
import { embeddedAnswer } from '../embedded-answer.js';
import { useNow } from './clock.js';
import type { Alert, AlertsAnswer, ForecastAnswer } from './forecast-types.js';

/** A point on the map, in degrees. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** The document's alerts tell how old it is: they are asked for every 30 seconds, whether or not there are any. */
const embeddedAlerts = embeddedAnswer<AlertsAnswer>('alerts-data');
const documentTime = Date.parse(embeddedAlerts?.updatedAt ?? '') || 0;

/** An answer of the document, as old as the document is: an old one is shown at once and asked for again. */
const embedded = <Data>(answer: Data | undefined) =>
  answer === undefined ? {} : { initialData: answer, initialDataUpdatedAt: documentTime };

/** The weather at a point; asked again every minute and when the page comes back into view. */
export function forecastQuery({ lat, lon }: Coordinates, days: 1 | 7) {
  // The document may carry today's answer for the place that everyone starts with.
  const isDefault = days === 1 && lat === HOME_DEFAULT.lat && lon === HOME_DEFAULT.lon;
  const query = new URLSearchParams({ lat: lat.toFixed(2), lon: lon.toFixed(2), days: String(days) });
  return queryOptions({
    queryKey: ['forecast', lat.toFixed(2), lon.toFixed(2), days],
    queryFn: async ({ signal }) => (await request<ForecastAnswer>(`/main/weather/forecast?${query}`, { signal })).data,
    ...embedded(isDefault ? embeddedAnswer<ForecastAnswer>('weather-data') : undefined),
    refetchInterval: 60_000,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

/** For pages that name a place by themselves: while its weather is on its way, that of the place before it is not shown. */
export function forPlace<State extends ForecastPoll>(poll: State): State {
  return poll.isPlaceholderData ? { ...poll, data: undefined, isPending: true } : poll;
}

interface ForecastPoll {
  data: ForecastAnswer | undefined;
  isPending: boolean;
  isPlaceholderData: boolean;
}

const alertsPollMs = 30_000;

/** Every active alert of the state; asked again every 30 s. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: async ({ signal }) => (await request<AlertsAnswer>('/main/weather/alerts', { signal })).data,
  ...embedded(embeddedAlerts),
  refetchInterval: alertsPollMs,
  // One that came with the document is as good as a polled one for as long as the next poll is not due.
  staleTime: alertsPollMs,
});

/** "No alerts" may be said only on the strength of an answer younger than this. */
const alertsTrustedForMs = 5 * 60_000;

export type AlertState =
  /** The first answer is on its way. */
  | { kind: 'loading' }
  /** Alerts to show. Not `confirmed`: there may be more, or some may have ended. */
  | { kind: 'alerts'; alerts: Alert[]; confirmed: boolean }
  /** A fresh, successful answer said that there are none. */
  | { kind: 'none'; updatedAt: string }
  /** Nobody knows. */
  | { kind: 'unavailable' };

interface AlertPoll {
  data: AlertsAnswer | undefined;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  isPending: boolean;
  isFetching: boolean;
}

/** What may be said about alerts. A failure is never read as "no alerts". */
export function alertState(poll: AlertPoll, now: number): AlertState {
  const { data, dataUpdatedAt, errorUpdatedAt } = poll;
  if (!data) return poll.isPending ? { kind: 'loading' } : { kind: 'unavailable' };
  const alerts = data.alerts.filter((alert) => !alert.expires || Date.parse(alert.expires) > now);
  const updatedAt = data.updatedAt ?? '';
  // An unreadable time is NaN, and every comparison with NaN is false: unknown age is not fresh.
  const fresh = now - Date.parse(updatedAt) < alertsTrustedForMs && now - dataUpdatedAt < alertsTrustedForMs;
  const latestAttemptFailed = errorUpdatedAt > dataUpdatedAt;
  const confirmed = data.ok && fresh && !latestAttemptFailed;
  if (alerts.length > 0) return { kind: 'alerts', alerts, confirmed };
  if (confirmed) return { kind: 'none', updatedAt };
  // Back from the background: the old answer has aged, the new one is on its way.
  if (poll.isFetching && !latestAttemptFailed && data.ok) return { kind: 'loading' };
  return { kind: 'unavailable' };
}

/** The state's alerts, most severe first, those past their end removed by this clock. */
export function useAlerts(): AlertState {
  const poll = useQuery(alertsQuery);
  return alertState(poll, useNow());
}
