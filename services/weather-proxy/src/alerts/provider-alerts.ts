/** A forecast provider's alerts, in place of the list while it is unavailable. */
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { AlertsAtPlace } from './alert-feed.js';
import type { PlaceForecast } from '../readings/place-forecast.js';

/** For an alert without an end. */
const openEndedMs = 3_600_000;
/** Alerts of an event with closer ends are one. */
const sameEndMs = 60_000;

const endOf = ({ expires }: Alert) => (expires ? Date.parse(expires) : undefined);

function isSame(left: Alert, right: Alert): boolean {
  const leftEnd = endOf(left);
  const rightEnd = endOf(right);
  const sameEnd =
    leftEnd === undefined || rightEnd === undefined ? leftEnd === rightEnd : Math.abs(leftEnd - rightEnd) < sameEndMs;
  return left.event === right.event && sameEnd;
}

/**
 * Adds the forecast provider's alerts while the list is unavailable; `ok` stays false.
 * @param now milliseconds since 1970 UTC by our clock, for the forecast's date
 * @param upstreamNow by the weather service's clock, for expiry
 */
export function addProviderAlerts(
  listed: AlertsAtPlace,
  forecast: PlaceForecast,
  now: number,
  upstreamNow: number,
): AlertsAtPlace {
  if (listed.ok) return listed;
  const ageMs = now - Date.parse(forecast.fetchedAt);
  const added = (forecast.providerAlerts ?? []).filter((alert) => {
    const end = endOf(alert);
    const isOver = end === undefined ? ageMs > openEndedMs : end <= upstreamNow;
    return !isOver && !listed.alerts.some((each) => isSame(each, alert));
  });
  return added.length > 0 ? { ...listed, alerts: [...listed.alerts, ...added] } : listed;
}
