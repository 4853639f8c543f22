import type { WeatherEvent } from '@site/proto/weather/v1/alert-events.answers';
import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { ApiError, request } from '../../api/api.js';
import { embeddedAnswer } from '../../api/embedded-answer.js';
import { pollSecondsOf, type AlertsAnswer } from './alert-queries.js';
import { readClocks } from '../time/clock.js';
import { heardFromDocument, heardFromNetwork, type HeardTime } from '../time/source-clock.js';

/** A warning as one thing, from its first message to its end: GET /main/weather/event/{key of the event, or id of a message}. */

/** The answer with the source's time on its arrival. */
export type HeardEvent = WeatherEvent & { heard: HeardTime };

const loaded = readClocks();

/** The document's event, when it is the one that is asked for. */
function eventInDocument(name: string): HeardEvent | undefined {
  const event = embeddedAnswer<WeatherEvent>('event-data');
  return event?.event_key === name ? { ...event, heard: heardFromDocument(event, loaded) } : undefined;
}

/** After a failure; how soon the state's alerts are asked for again is not known here. */
const retrySeconds = 20;

type EventPoll = Pick<UseQueryResult<HeardEvent>, 'data' | 'error'>;

function refetchMs({ data, error }: EventPoll, pollSeconds: number): number | false {
  if (error) return isUnknownEvent(error) ? false : 1_000 * retrySeconds;
  // What is over stays over.
  return data?.active ? 1_000 * pollSeconds : false;
}

/**
 * @param name an event's key, or the identifier of any of its messages
 * @param alerts what was last heard of the state's alerts: an event in force is asked for as often as they are
 */
export function alertEventQuery(name: string, alerts?: AlertsAnswer) {
  return queryOptions({
    queryKey: ['alert-event', name],
    queryFn: async ({ signal, client }): Promise<HeardEvent> => {
      const { data, sentAt } = await request<WeatherEvent>(`/main/weather/event/${encodeURIComponent(name)}`, {
        signal,
      });
      const event = { ...data, heard: heardFromNetwork(data, sentAt, readClocks()) };
      // Asked for by a message: the event's own page need not ask again.
      if (event.event_key !== name) client.setQueryData(['alert-event', event.event_key], event);
      return event;
    },
    initialData: () => eventInDocument(name),
    // The document's is shown at once and asked for again, as nobody but the phone's clock knows how old it is.
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => refetchMs(state, pollSecondsOf(alerts)),
    staleTime: 5_000,
  });
}

/** Whether a failure says that such an event was never seen. */
export const isUnknownEvent = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;
