/**
 * Weather in the shape that pages read. Each response re-evaluates the message, which may be old: ended alerts are
 * dropped, and "no alerts" is claimed for at most five minutes. Times are by the upstream clock (`SourceClock`).
 */
import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import { phaseOf } from '@site/domain/weather/alert-times';
import type { Alerts } from '@site/proto/weather/v1/alerts.responses';
import { byDanger, isSevere } from '@site/domain/weather/danger';
import { success } from '../edge/envelope.js';
import type { Forecast } from '@site/proto/weather/v1/forecasts.responses';
import { toAlertJson, type AlertData } from './alert-json.js';
import { snakeCase } from './response-from.js';

const maxAlertsAgeMs = 5 * 60_000;
/** Tolerates small differences between replicas. */
const aheadMs = 2 * 60_000;

/** Whether alerts fetched at this time may still be shown as current. @param now milliseconds since 1970 */
export function isYoung(time: string | undefined | null, now: number): boolean {
  const age = now - Date.parse(time ?? '');
  return age < maxAlertsAgeMs && age > -aheadMs;
}

/** Whether this message supports "no alerts". @param isUnreachable as in `alertsData` */
export const canClaimNoAlerts = (response: ListAlertsResponse, isUnreachable: boolean, now: number): boolean =>
  response.ok && !isUnreachable && isYoung(response.updatedAt, now);

/** `often` while a severe alert is in effect or the alerts are unknown. */
const pollSeconds = { often: 10, seldom: 60 } as const;
/** Returns how often pages should poll the alert list, in seconds. */
export const pollSecondsOf = (isHot: boolean): number => (isHot ? pollSeconds.often : pollSeconds.seldom);

/** Polling interval of the forecast and site content. */
export const pagePollSecondsOf = (isHot: boolean): number => (isHot ? 30 : 60);

/** True while a severe alert is in effect. @param now milliseconds since 1970 */
export const isHotNow = (alerts: readonly AlertData[], now: number): boolean =>
  alerts.some((alert) => isSevere(alert) && phaseOf(alert, now) === 'now');

/** For documents with little room. */
export type AlertsData = Alerts & {
  /** Some alerts lack their texts and areas, or are missing. */
  abridged?: true;
  /** Set if alerts are missing: the FIPS code of the only county whose alerts are all there, else null. */
  completeFor?: string | null;
};

export type Times = Pick<Alerts, 'sourceTime' | 'serverTime'>;

const current = (alerts: readonly Parameters<typeof toAlertJson>[0][], now: number): AlertData[] =>
  alerts
    .map(toAlertJson)
    .filter((alert) => phaseOf(alert, now) !== 'over')
    .sort(byDanger(now));

/**
 * Data of GET /main/weather/alerts.
 * @param isUnreachable the weather proxy didn't respond and this is its last message
 * @param now milliseconds since 1970 UTC, by the upstream clock
 */
export function alertsData(
  response: ListAlertsResponse,
  isUnreachable: boolean,
  now: number,
  times: Times,
): AlertsData {
  const ok = canClaimNoAlerts(response, isUnreachable, now);
  const alerts = current(response.alerts ?? [], now);
  const isHot = isHotNow(alerts, now);
  return {
    ok,
    updatedAt: response.updatedAt ?? null,
    source: response.source,
    pollSeconds: pollSecondsOf(isHot || !ok),
    ...times,
    alerts,
    unlisted: current(response.unlisted ?? [], now),
  };
}

export const alertsBody = (data: AlertsData) => success('Active alerts', data);

interface ForecastStatus {
  /** The weather proxy didn't respond; this is its last good response. */
  isUnreachable: boolean;
  /** Milliseconds since 1970 UTC, by the upstream clock. */
  now: number;
  /** A forecast built from an older list may lack an alert, so it claims nothing. */
  alertsChangedAt?: string | undefined;
  /** Whether that list supports "no alerts". */
  canConfirmNoAlerts?: boolean | undefined;
  isHot: boolean;
}

/** An absent `time` means never. */
export const isBefore = (time: string | undefined, other: string | undefined) =>
  other !== undefined && !(Date.parse(time ?? '') >= Date.parse(other));

/** Converts a forecast and its alerts, and says in `meta` how old and how reliable both are. */
export function forecastData(response: GetForecastResponse, { isUnreachable, now, ...list }: ForecastStatus): Forecast {
  const { location, current: conditions, forecast, alerts, meta } = response;
  const fetchedAt = meta?.fetchedAt ?? '';
  const isNewest = list.canConfirmNoAlerts !== false && !isBefore(meta?.alertsFetchedAt, list.alertsChangedAt);
  const areAlertsFresh = isYoung(meta?.alertsFetchedAt, now) && isNewest;
  return {
    ...(snakeCase({ location, current: conditions, forecast }) as Pick<Forecast, 'location' | 'current' | 'forecast'>),
    alerts: { alert: current(alerts?.alert ?? [], now) },
    meta: {
      source: meta?.source ?? '',
      fetchedAt,
      observedAt: meta?.observedAt ?? null,
      stale: (meta?.stale ?? false) || isUnreachable,
      ageSeconds: fetchedAt ? Math.max(0, Math.round((now - Date.parse(fetchedAt)) / 1_000)) : (meta?.ageSeconds ?? 0),
      alertsOk: (meta?.alertsOk ?? false) && !isUnreachable && areAlertsFresh,
      alertsFetchedAt: meta?.alertsFetchedAt ?? null,
      sample: meta?.sample ?? false,
      forecastIssuedAt: meta?.forecastIssuedAt ?? null,
      forecastDelayed: meta?.forecastDelayed ?? false,
      currentFrom: (meta?.currentFrom ?? '') as Forecast['meta']['currentFrom'],
      stationId: meta?.stationId ?? '',
      stationName: meta?.stationName ?? '',
      pollSeconds: pagePollSecondsOf(list.isHot),
    },
  };
}
