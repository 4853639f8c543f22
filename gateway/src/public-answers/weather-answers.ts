import type { Alert, ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import { snakeCase } from './snake-case.js';

/**
 * Weather as pages read it. What is said of alerts is decided anew each time it is written, because an answer may be
 * older than it was when it came: an alert that has ended is gone, and "no alerts" is claimed only for five minutes after
 * a success.
 */

/** "No alerts" may be said only while the latest success is younger than this. */
const alertsHoldMs = 5 * 60_000;

const isYoung = (time: string | undefined, now: number) => time !== undefined && now - Date.parse(time) < alertsHoldMs;

const hasEnded = (alert: Alert, now: number) => Boolean(alert.expires) && Date.parse(alert.expires!) <= now;

function parseGeometry(text: string | undefined): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const alertData = (alert: Alert) => ({
  ...snakeCase(alert),
  expires: alert.expires ?? null,
  geometry: parseGeometry(alert.geometry),
});

/** When the next of these alerts ends; undefined when none of them says so. */
export function nextEnd(alerts: readonly Alert[] | undefined, now: number): number | undefined {
  const ends = (alerts ?? []).flatMap(({ expires }) => (expires ? [Date.parse(expires)] : []));
  const ahead = ends.filter((end) => end > now);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

/**
 * Data of GET /main/weather/alerts.
 * @param lost the weather proxy did not answer, and this is what it said last: nobody has asked the provider since.
 */
export function alertsData(answer: ListAlertsResponse, lost: boolean, now = Date.now()) {
  return {
    ok: answer.ok && !lost && isYoung(answer.updatedAt, now),
    updatedAt: answer.updatedAt ?? null,
    source: answer.source,
    alerts: (answer.alerts ?? []).filter((alert) => !hasEnded(alert, now)).map(alertData),
  };
}

/**
 * Data of GET /main/weather/forecast.
 * @param lost the weather proxy did not answer, and this is what it said last.
 */
export function forecastData(answer: GetForecastResponse, lost: boolean, now = Date.now()) {
  const { location, current, forecast, alerts, meta } = answer;
  const fetchedAt = meta?.fetchedAt ?? '';
  return {
    ...snakeCase({ location, current, forecast }),
    alerts: { alert: (alerts?.alert ?? []).filter((alert) => !hasEnded(alert, now)).map(alertData) },
    meta: {
      source: meta?.source ?? '',
      fetchedAt,
      observedAt: meta?.observedAt ?? null,
      stale: (meta?.stale ?? false) || lost,
      ageSeconds: fetchedAt ? Math.max(0, Math.round((now - Date.parse(fetchedAt)) / 1_000)) : (meta?.ageSeconds ?? 0),
      alertsOk: (meta?.alertsOk ?? false) && !lost && isYoung(meta?.alertsFetchedAt, now),
      alertsFetchedAt: meta?.alertsFetchedAt ?? null,
      sample: meta?.sample ?? false,
    },
  };
}
