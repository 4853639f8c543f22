import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { alertAnswer, type Alert as AlertData } from '@site/proto/weather/v1/alerts.answers';
import { dangerOf } from '@site/domain/weather/danger';
import { answerFrom } from './answer-from.js';

/** An alert as pages read it. Moments are RFC 3339 UTC, by the source's clock. */
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

/** Messages stay the same objects for seconds, and are shown in many places. */
const known = new WeakMap<Alert, AlertData>();

/** An alert in the shape of the HTTP contract. */
export function alertData(alert: Alert): AlertData {
  const kept = known.get(alert);
  if (kept) return kept;
  const ends = alert.ends ?? alert.expires ?? null;
  const made = answerFrom(alertAnswer, alert, {
    ...{ ends, expires: ends, geometry: parseGeometry(alert.geometry) },
    ...{ event_key: alert.eventKey || alert.id, sent: alert.sent || alert.effective },
    // A weather proxy of an earlier release says nothing of danger; without a level its 0 would be the greatest.
    ...(!alert.level && dangerOf(alert)),
  });
  known.set(alert, made);
  return made;
}
