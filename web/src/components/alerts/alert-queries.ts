/** Polls the state's alerts and derives what the page may claim about them. */
import type { Alert, Alerts } from '@site/proto/weather/v1/alerts.responses';
import { phaseOf } from '@site/domain/weather/alert-times';
import { byDanger } from '@site/domain/weather/danger';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '@/api/api.js';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { blockOf } from '@/api/page-document.js';
import { readClocks, useClockReading, type ClockReading } from '../time/clock.js';
import {
  deriveDocumentTiming,
  deriveNetworkTiming,
  isFresh,
  sourceNow,
  type ResponseTiming,
} from '../time/upstream-clock.js';

/**
 * An embedded response may be abridged: its alerts lack long texts and shapes, so the full list is fetched immediately.
 */
export type AlertsResponse = Alerts & {
  abridged?: boolean;
  /** Set if alerts are missing: the FIPS code of the only county whose alerts are all there, else null. */
  completeFor?: string | null;
};

/** The response plus the upstream time when it arrived. */
export interface TimedAlerts extends AlertsResponse {
  timing: ResponseTiming;
}

const loaded = readClocks();
let read: { block: ReturnType<typeof blockOf>; alerts: TimedAlerts | undefined } | undefined;

/** Returns the alerts embedded in the document; undefined without any, as in development. */
function alertsInDocument(): TimedAlerts | undefined {
  const block = blockOf('alerts-data');
  if (!read || read.block !== block) {
    const response = readEmbeddedData<AlertsResponse>('alerts-data');
    read = { block, alerts: response && { ...response, timing: deriveDocumentTiming(response, loaded) } };
  }
  return read.alerts;
}

/**
 * Returns when the document was rendered, in milliseconds by this device's clock; 0 when unknown, so that everything is
 * refetched.
 */
export function documentTime(): number {
  const alerts = alertsInDocument();
  if (!alerts?.timing.hasValidAge) return 0;
  return Math.min(Date.parse(alerts.serverTime ?? '') || 0, loaded.wall);
}

/** Until a response sets the interval, polls as often as during severe weather. */
const defaultPollSeconds = 10;
const slowestRetrySeconds = 30;

/** Returns the server's polling interval, or the default without a valid one. */
export const pollSecondsOf = (response: { pollSeconds?: number } | undefined): number =>
  response?.pollSeconds && response.pollSeconds > 0 ? response.pollSeconds : defaultPollSeconds;

let requestedVersion: number | undefined;
/** Puts a version into the next request's URL, so that shared caches can't return an older list. */
export const wantVersion = (version: number) => {
  requestedVersion = version;
};

let failures = 0;

/** Gateways behind one address may lag each other slightly: never replaces a list with an older one. */
function notOlder(response: TimedAlerts, cached: TimedAlerts | undefined): TimedAlerts {
  if (!cached || !isFresh(cached.updatedAt, cached.timing, readClocks())) return response;
  const isOlder = Date.parse(response.updatedAt ?? '') < Date.parse(cached.updatedAt ?? '');
  return isOlder && !cached.abridged ? cached : response;
}

/** All active alerts of the state, polled at the interval that the response sets: 10 s during severe weather. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: async ({ signal, client, queryKey }): Promise<TimedAlerts> => {
    try {
      const query = requestedVersion ? `?version=${requestedVersion}` : '';
      requestedVersion = undefined;
      const { data, sentAt } = await request<AlertsResponse>(`/main/weather/alerts${query}`, { signal });
      failures = 0;
      return notOlder(
        { ...data, timing: deriveNetworkTiming(data, sentAt, readClocks()) },
        client.getQueryData(queryKey),
      );
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
  // Embedded alerts count as fresh until the next poll is due.
  staleTime: ({ state: { data } }) => (data?.abridged ? 0 : 1_000 * pollSecondsOf(data)),
});

export type AlertState =
  | { kind: 'loading' }
  /** Without `confirmed` there may be more alerts, or some may have ended. */
  | { kind: 'alerts'; alerts: Alert[]; confirmed: boolean; now: number }
  /** A fresh, successful response contained no alerts. */
  | { kind: 'none'; updatedAt: string; now: number }
  | { kind: 'unavailable' };

type AlertPoll = Pick<UseQueryResult<TimedAlerts>, 'data' | 'isError' | 'isPending' | 'isFetching'>;

/**
 * Derives what the page may claim about alerts. A failure never counts as "no alerts". Alerts past their end are
 * dropped; the rest are sorted by danger. Compare their times with `now`, the upstream time.
 * @param about a county, if only its alerts matter; as in `completeFor`
 */
export function alertState(
  { data, isError, isPending, isFetching }: AlertPoll,
  clockReading: ClockReading,
  about?: AlertsResponse['completeFor'],
): AlertState {
  if (!data) return isPending ? { kind: 'loading' } : { kind: 'unavailable' };
  const { timing } = data;
  const clock = sourceNow(timing, clockReading);
  const updatedAt = data.updatedAt ?? '';
  // Without the upstream clock no alert counts as ended.
  const running = clock === undefined ? data.alerts : data.alerts.filter((alert) => phaseOf(alert, clock) !== 'over');
  const now = clock ?? (Date.parse(updatedAt) || clockReading.wall);
  const isComplete = data.completeFor === undefined || data.completeFor === about;
  const confirmed = isComplete && data.ok && !isError && isFresh(updatedAt, timing, clockReading);
  if (running.length > 0) return { kind: 'alerts', alerts: [...running].sort(byDanger(now)), confirmed, now };
  if (confirmed) return { kind: 'none', updatedAt, now };
  // The list comes from an old document or the page was in the background: it has aged and a refetch is under way.
  const wasOnceTrue = data.ok && (timing.hasValidAge || timing.isFromDocument);
  return isFetching && !isError && wasOnceTrue ? { kind: 'loading' } : { kind: 'unavailable' };
}

/**
 * Returns the state's alerts, most dangerous first, without those that ended by the upstream clock.
 * @param about as in `alertState`
 */
export function useAlerts(about?: AlertsResponse['completeFor']): AlertState {
  const poll = useQuery(alertsQuery);
  return alertState(poll, useClockReading(), about);
}
