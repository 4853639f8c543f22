/** A warning's whole history: GET /main/weather/event/{event key or message id}. */
import type { WeatherEvent } from '@site/proto/weather/v1/alert-events.responses';
import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { ApiError, request } from '@/api/api.js';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { pollSecondsOf, type AlertsResponse } from './alert-queries.js';
import { readClocks } from '../time/clock.js';
import { deriveDocumentTiming, deriveNetworkTiming, type ResponseTiming } from '../time/upstream-clock.js';

/** The response plus the upstream time when it arrived. */
export type TimedEvent = WeatherEvent & { timing: ResponseTiming };

const loaded = readClocks();

function eventInDocument(name: string): TimedEvent | undefined {
  const event = readEmbeddedData<WeatherEvent>('event-data');
  return event?.event_key === name ? { ...event, timing: deriveDocumentTiming(event, loaded) } : undefined;
}

/** After a failure, when the alerts' polling interval isn't known here. */
const retrySeconds = 20;

type EventPoll = Pick<UseQueryResult<TimedEvent>, 'data' | 'error'>;

function refetchMs({ data, error }: EventPoll, pollSeconds: number): number | false {
  if (error) return isUnknownEvent(error) ? false : 1_000 * retrySeconds;
  // An event that ended never becomes active again.
  return data?.active ? 1_000 * pollSeconds : false;
}

/**
 * @param name an event's key, or the identifier of any of its messages
 * @param alerts sets the polling interval of an active event
 */
export function alertEventQuery(name: string, alerts?: AlertsResponse) {
  return queryOptions({
    queryKey: ['alert-event', name],
    queryFn: async ({ signal, client }): Promise<TimedEvent> => {
      const { data, sentAt } = await request<WeatherEvent>(`/main/weather/event/${encodeURIComponent(name)}`, {
        signal,
      });
      const event = { ...data, timing: deriveNetworkTiming(data, sentAt, readClocks()) };
      // Also caches the event by its key when it was requested by a message id.
      if (event.event_key !== name) client.setQueryData(['alert-event', event.event_key], event);
      return event;
    },
    initialData: () => eventInDocument(name),
    // Shows the embedded event but refetches it: only the phone's clock could tell its age.
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => refetchMs(state, pollSecondsOf(alerts)),
    staleTime: 5_000,
  });
}

/** Whether the event never existed, as opposed to an unreachable service. */
export const isUnknownEvent = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;
