import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { alertResponse, type Alert as AlertData } from '@site/proto/weather/v1/alerts.responses';
import { toResponse } from './response-from.js';

/** Times are RFC 3339 UTC by the upstream clock. */
export type { AlertData };

function parseGeometry(text: string | undefined): AlertData['geometry'] {
  if (!text) return null;
  try {
    const geometry: unknown = JSON.parse(text);
    return typeof geometry === 'object' ? (geometry as AlertData['geometry']) : null;
  } catch {
    return null;
  }
}

/** Messages are reused for seconds and appear in many responses. */
const cache = new WeakMap<Alert, AlertData>();

/** Converts an alert to the API's format. Memoized per message, so repeated calls return the same object. */
export function toAlertJson(alert: Alert): AlertData {
  const cached = cache.get(alert);
  if (cached) return cached;
  const ends = alert.ends ?? alert.expires ?? null;
  const data = toResponse(alertResponse, alert, {
    ends,
    expires: ends,
    geometry: parseGeometry(alert.geometry),
    event_key: alert.eventKey || alert.id,
    sent: alert.sent || alert.effective,
  });
  cache.set(alert, data);
  return data;
}
