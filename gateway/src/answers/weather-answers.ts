import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import { phaseOf } from '@site/domain/weather/alert-times';
import type { Alerts } from '@site/proto/weather/v1/alerts.answers';
import { byDanger, isSevere } from '@site/domain/weather/danger';
import { success } from '../edge/envelope.js';
import type { Forecast } from '@site/proto/weather/v1/forecasts.answers';
import { alertData, type AlertData } from './alert-data.js';
import { snakeCase } from './snake-case.js';

/**
 * Weather as pages read it. What is said of alerts is decided each time an answer is written, because the message may have
 * been here for a while: an alert that has ended is left out, and "no alerts" is claimed only for five minutes after a
 * success. All moments are by the source's clock (`SourceClock`).
 */

/** "No alerts" may be said only while the latest success is younger than this. */
const alertsHoldMs = 5 * 60_000;
/** Replicas need not agree to the second; a time further ahead is from a clock that was wrong. */
const aheadMs = 2 * 60_000;

/** Whether "no alerts" may be believed that was true at `time`. */
export function isYoung(time: string | undefined | null, now: number): boolean {
  const age = now - Date.parse(time ?? '');
  return age < alertsHoldMs && age > -aheadMs;
}

/** Whether "no alerts" may be said by this answer. @param lost as in `alertsData` */
export const isKnown = (answer: ListAlertsResponse, lost: boolean, now: number): boolean =>
  answer.ok && !lost && isYoung(answer.updatedAt, now);

/** How often an open page looks for alerts: often while something severe is in effect, or while nobody can tell. */
const pollSeconds = { often: 10, seldom: 60 } as const;
export const pollSecondsOf = (isHot: boolean): number => (isHot ? pollSeconds.often : pollSeconds.seldom);

/**
 * How often an open page looks for a forecast and for the site's content, of which the editors' storm notice is a part: more often
 * while something severe is in effect.
 */
export const pagePollSecondsOf = (isHot: boolean): number => (isHot ? 30 : 60);

/** Whether something severe is in effect. */
export const isHotNow = (alerts: readonly AlertData[], now: number): boolean =>
  alerts.some((alert) => isSevere(alert) && phaseOf(alert, now) === 'now');

/** `abridged`: without texts and areas, as documents carry a long list. */
export type AlertsData = Alerts & { abridged?: true };

/** What both clocks say, for whoever reads the answer (`SourceClock.times`). */
export type Times = Pick<Alerts, 'sourceTime' | 'serverTime'>;

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
  const isHot = isHotNow(alerts, now);
  return {
    ok,
    updatedAt: answer.updatedAt ?? null,
    source: answer.source,
    pollSeconds: pollSecondsOf(isHot || !ok),
    ...times,
    alerts,
    unlisted: current(answer.unlisted ?? [], now),
  };
}

/** The body of GET /main/weather/alerts. */
export const alertsBody = (data: AlertsData) => success('Active alerts', data);

/** What a forecast is written with. */
interface ForecastStanding {
  /** The weather proxy did not answer, and this is what it said last. */
  lost: boolean;
  /** Milliseconds since 1970 UTC, by the source's clock. */
  now: number;
  /**
   * Since when the list of all alerts has been as it is; a forecast that was made with an older list may lack one, and claims
   * nothing. Absent while no list is known.
   */
  alertsChangedAt?: string | undefined;
  /** Whether "no alerts" may be said by that list; absent while there is none. */
  alertsKnown?: boolean | undefined;
  /** Whether something severe is in effect somewhere in the state. */
  isHot: boolean;
}

/** Whether what was known at `time` (not at all when absent) may lack what is known since `other`. */
export const isBefore = (time: string | undefined, other: string | undefined) =>
  other !== undefined && !(Date.parse(time ?? '') >= Date.parse(other));

/** Data of GET /main/weather/forecast. */
export function forecastData(answer: GetForecastResponse, { lost, now, ...list }: ForecastStanding): Forecast {
  const { location, current: conditions, forecast, alerts, meta } = answer;
  const fetchedAt = meta?.fetchedAt ?? '';
  const isNewest = list.alertsKnown !== false && !isBefore(meta?.alertsFetchedAt, list.alertsChangedAt);
  const alertsHold = isYoung(meta?.alertsFetchedAt, now) && isNewest;
  return {
    ...(snakeCase({ location, current: conditions, forecast }) as Pick<Forecast, 'location' | 'current' | 'forecast'>),
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
      currentFrom: (meta?.currentFrom ?? '') as Forecast['meta']['currentFrom'],
      stationId: meta?.stationId ?? '',
      stationName: meta?.stationName ?? '',
      pollSeconds: pagePollSecondsOf(list.isHot),
    },
  };
}
