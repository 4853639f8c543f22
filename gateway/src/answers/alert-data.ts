import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { alertAnswer, type Alert as AlertData } from '@site/proto/weather/v1/alerts.answers';
import { dangerOf } from '@site/domain/weather/danger';
import { answerFrom } from './answer-from.js';

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
const known = new WeakMap<Alert, AlertData>();

/** Converts an alert to the API's format. Memoized per message, so repeated calls return the same object. */
export function alertData(alert: Alert): AlertData {
  const kept = known.get(alert);
  if (kept) return kept;
  const ends = alert.ends ?? alert.expires ?? null;
  const made = answerFrom(alertAnswer, alert, {
    ends,
    expires: ends,
    geometry: parseGeometry(alert.geometry),
    event_key: alert.eventKey || alert.id,
    sent: alert.sent || alert.effective,
    // Earlier releases of the weather proxy send no danger level; the default 0 would rank as the most severe.
    ...(!alert.level && dangerOf(alert)),
  });
  known.set(alert, made);
  return made;
}
