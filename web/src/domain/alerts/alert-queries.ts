import type { Alert, Alerts } from '@site/proto/weather/v1/alerts.answers';
import { phaseOf } from '@site/domain/weather/alert-times';
import { byDanger } from '@site/domain/weather/danger';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../api/api.js';
import { embeddedAnswer } from '../../api/embedded-answer.js';
import { readClocks, useMoment, type Moment } from '../time/clock.js';
import { heardFromDocument, heardFromNetwork, isFresh, sourceNow, type HeardTime } from '../time/source-clock.js';

/** The state's alerts: how they are asked for, and what may be said of them. */

/** An answer in the document may be abridged: its alerts lack their long texts and shapes, which are to be asked for at once. */
export type AlertsAnswer = Alerts & { abridged?: boolean };

/** The answer with the source's time on its arrival. */
export interface HeardAlerts extends AlertsAnswer {
  heard: HeardTime;
}

const loaded = readClocks();
let read: { block: HTMLElement | null; alerts: HeardAlerts | undefined } | undefined;

/** The document's alerts; undefined when it has none, as in development. */
function alertsInDocument(): HeardAlerts | undefined {
  const block = document.getElementById('alerts-data');
  if (!read || read.block !== block) {
    const answer = embeddedAnswer<AlertsAnswer>('alerts-data');
    read = { block, alerts: answer && { ...answer, heard: heardFromDocument(answer, loaded) } };
  }
  return read.alerts;
}

/** When the document was made, milliseconds by this device's clock; 0 when that is unknown, so that all of it is requested again. */
export function documentTime(): number {
  const alerts = alertsInDocument();
  if (!alerts?.heard.isAgeKnown) return 0;
  return Math.min(Date.parse(alerts.serverTime ?? '') || 0, loaded.wall);
}

/** Until an answer says how soon to ask again, we ask as often as when something severe is in force. */
const defaultPollSeconds = 10;
/** The gentlest pace after failures. */
const slowestRetrySeconds = 30;

export const pollSecondsOf = (answer: { pollSeconds?: number } | undefined): number =>
  answer?.pollSeconds && answer.pollSeconds > 0 ? answer.pollSeconds : defaultPollSeconds;

let wantedVersion: number | undefined;
/** Makes the next request ask for a version of the list, so that no shared cache answers with an older one. */
export const wantVersion = (version: number) => {
  wantedVersion = version;
};

/** Attempts in a row that failed. */
let failures = 0;

/** Gateways behind one address may differ by a moment: what is shown never goes back. */
function notOlder(answer: HeardAlerts, known: HeardAlerts | undefined): HeardAlerts {
  if (!known || !isFresh(known.updatedAt, known.heard, readClocks())) return answer;
  const isOlder = Date.parse(answer.updatedAt ?? '') < Date.parse(known.updatedAt ?? '');
  return isOlder && !known.abridged ? known : answer;
}

/** Every active alert of the state; asked again as soon as the answer says: each 10 s while something severe is in force. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: async ({ signal, client, queryKey }): Promise<HeardAlerts> => {
    try {
      const query = wantedVersion ? `?version=${wantedVersion}` : '';
      wantedVersion = undefined;
      const { data, sentAt } = await request<AlertsAnswer>(`/main/weather/alerts${query}`, { signal });
      failures = 0;
      return notOlder({ ...data, heard: heardFromNetwork(data, sentAt, readClocks()) }, client.getQueryData(queryKey));
    } catch (error) {
      failures += 1;
      throw error;
    }
  },
  initialData: alertsInDocument,
  initialDataUpdatedAt: documentTime,
  refetchInterval: ({ state }) =>
    1_000 *
    (state.status === 'error'
      ? Math.min(slowestRetrySeconds, defaultPollSeconds + 5 * failures)
      : pollSecondsOf(state.data)),
  // One that came with the document is as good as a polled one for as long as the next poll is not due.
  staleTime: ({ state: { data } }) => (data?.abridged ? 0 : 1_000 * pollSecondsOf(data)),
});

export type AlertState =
  /** The first answer is on its way. */
  | { kind: 'loading' }
  /** Alerts to show. Not `confirmed`: there may be more, or some may have ended. */
  | { kind: 'alerts'; alerts: Alert[]; confirmed: boolean; now: number }
  /** A fresh, successful answer said that there are none. */
  | { kind: 'none'; updatedAt: string; now: number }
  /** Nobody knows. */
  | { kind: 'unavailable' };

type AlertPoll = Pick<UseQueryResult<HeardAlerts>, 'data' | 'isError' | 'isPending' | 'isFetching'>;

/**
 * What may be said about alerts. A failure is never read as "no alerts". The alerts are in the order of danger, without those
 * past their end; `now` is the source's time, by which everything about them is to be judged.
 */
export function alertState({ data, isError, isPending, isFetching }: AlertPoll, moment: Moment): AlertState {
  if (!data) return isPending ? { kind: 'loading' } : { kind: 'unavailable' };
  const { heard } = data;
  const clock = sourceNow(heard, moment);
  const updatedAt = data.updatedAt ?? '';
  // Without the source's clock nothing is ended.
  const running = clock === undefined ? data.alerts : data.alerts.filter((alert) => phaseOf(alert, clock) !== 'over');
  const now = clock ?? (Date.parse(updatedAt) || moment.wall);
  const confirmed = data.ok && !isError && isFresh(updatedAt, heard, moment);
  if (running.length > 0) return { kind: 'alerts', alerts: [...running].sort(byDanger(now)), confirmed, now };
  if (confirmed) return { kind: 'none', updatedAt, now };
  // Out of an old document, or back from the background: the old answer has aged, the new one is on its way.
  const wasOnceTrue = data.ok && (heard.isAgeKnown || heard.isFromDocument);
  return isFetching && !isError && wasOnceTrue ? { kind: 'loading' } : { kind: 'unavailable' };
}

/** The state's alerts, the most dangerous first; those past their end are gone by the source's clock. */
export function useAlerts(): AlertState {
  const poll = useQuery(alertsQuery);
  return alertState(poll, useMoment());
}
