import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import { phaseOf } from '@site/proto/weather/v1/alert-times';
import { byDanger, isSevere } from '@site/proto/weather/v1/danger';
import { alertData, type AlertData } from './alert-data.js';
import { snakeCase } from './snake-case.js';

/**
 * Weather as pages read it. What is said of alerts is decided anew each time it is written, because an answer may be
 * older than it was when it came: an alert that has ended is gone, and "no alerts" is claimed only for five minutes after
 * a success. Every moment is of the source's clock (`SourceClock`).
 */

/** "No alerts" may be said only while the latest success is younger than this. */
const alertsHoldMs = 5 * 60_000;
/** Replicas need not agree to the second; what is from further ahead is from a clock that was wrong. */
const aheadMs = 2 * 60_000;

/** Whether "no alerts" may be believed that was true at `time`. */
export function isYoung(time: string | undefined | null, now: number): boolean {
  const age = now - Date.parse(time ?? '');
  return age < alertsHoldMs && age > -aheadMs;
}

/** Whether "no alerts" may be said by this answer. @param lost as in `alertsData` */
export const isKnown = (answer: ListAlertsResponse, lost: boolean, now: number): boolean =>
  answer.ok && !lost && isYoung(answer.updatedAt, now);

/** How often an open page looks for alerts: often while something severe is in force, or when nobody knows. */
const pollSeconds = { often: 10, seldom: 60 } as const;
export const pollSecondsOf = (isHot: boolean): number => (isHot ? pollSeconds.often : pollSeconds.seldom);

export interface AlertsData {
  /** "No alerts" may be said only then. */
  ok: boolean;
  /** When the source was last asked successfully; null if never. */
  updatedAt: string | null;
  source: string;
  pollSeconds: number;
  sourceTime: string | null;
  serverTime: string;
  /** The most dangerous first. */
  alerts: AlertData[];
}

/** What both clocks say, for whoever reads the answer (`SourceClock.times`). */
export type Times = Pick<AlertsData, 'sourceTime' | 'serverTime'>;

const current = (alerts: readonly Parameters<typeof alertData>[0][], now: number): AlertData[] =>
  alerts
    .map(alertData)
    .filter((alert) => phaseOf(alert, now) !== 'over')
    .sort(byDanger(now));

/**
 * Data of GET /main/weather/alerts.
 * @param lost the weather proxy did not answer, and this is what it said last: nobody has asked the provider since.
 * @param now milliseconds since 1970 UTC, by the source's clock
 */
export function alertsData(answer: ListAlertsResponse, lost: boolean, now: number, times: Times): AlertsData {
  const ok = isKnown(answer, lost, now);
  const alerts = current(answer.alerts ?? [], now);
  const isHot = alerts.some((alert) => isSevere(alert) && phaseOf(alert, now) === 'now');
  return {
    ok,
    updatedAt: answer.updatedAt ?? null,
    source: answer.source,
    pollSeconds: pollSecondsOf(isHot || !ok),
    ...times,
    alerts,
  };
}

/** What a forecast is written with. */
export interface ForecastStanding {
  /** The weather proxy did not answer, and this is what it said last. */
  lost: boolean;
  /** Milliseconds since 1970 UTC, by the source's clock. */
  now: number;
  /**
   * Since when the list of all alerts is as it is, by the time of its last success; a forecast that was made with an older list
   * may miss one, and claims nothing. Absent while no list is known.
   */
  alertsChangedAt?: string | undefined;
  /** Whether "no alerts" may be said by that list; absent while there is none. */
  alertsKnown?: boolean | undefined;
}

/** Whether what was known at `time` (not at all when absent) may lack what is known since `other`. */
export const isBefore = (time: string | undefined, other: string | undefined) =>
  other !== undefined && !(Date.parse(time ?? '') >= Date.parse(other));

/** Data of GET /main/weather/forecast. */
export function forecastData(answer: GetForecastResponse, { lost, now, ...list }: ForecastStanding) {
  const { location, current: conditions, forecast, alerts, meta } = answer;
  const fetchedAt = meta?.fetchedAt ?? '';
  const isNewest = list.alertsKnown !== false && !isBefore(meta?.alertsFetchedAt, list.alertsChangedAt);
  const alertsHold = isYoung(meta?.alertsFetchedAt, now) && isNewest;
  return {
    ...snakeCase({ location, current: conditions, forecast }),
    alerts: { alert: current(alerts?.alert ?? [], now) },
    meta: {
      source: meta?.source ?? '',
      fetchedAt,
      observedAt: meta?.observedAt ?? null,
      stale: (meta?.stale ?? false) || lost,
      ageSeconds: fetchedAt ? Math.max(0, Math.round((now - Date.parse(fetchedAt)) / 1_000)) : (meta?.ageSeconds ?? 0),
      alertsOk: (meta?.alertsOk ?? false) && !lost && alertsHold,
      alertsFetchedAt: meta?.alertsFetchedAt ?? null,
      sample: meta?.sample ?? false,
      forecastMadeAt: meta?.forecastMadeAt ?? null,
      forecastDelayed: meta?.forecastDelayed ?? false,
      currentFrom: meta?.currentFrom ?? '',
      stationId: meta?.stationId ?? '',
      stationName: meta?.stationName ?? '',
    },
  };
}
