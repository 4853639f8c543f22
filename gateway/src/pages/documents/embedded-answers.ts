import { eventBody, type EventFound } from '../../answers/alert-events.js';
import type { Prepared } from '../../answers/prepared.js';
import { alertsBody, type AlertsData } from '../../answers/weather-answers.js';
import { jsonBlock } from '../html.js';

/** Answers as documents carry them: unchanged, unless they are too large. */

/** More than this in a document delays its first paint on a bad line by more than asking for it does. */
const mostEmbeddedBytes = 48 * 1024;

/** An answer as it was prepared. */
export const answerBlock = (name: string, { variants }: Prepared): string =>
  jsonBlock(`${name}-data`, variants.identity.body.toString('utf8'));

/**
 * The alerts. A large answer goes without texts and areas, and says so by `abridged`: the same alerts in the same order, of
 * which the page asks for the rest at once.
 */
export function alertsBlock(prepared: Prepared, data: AlertsData | undefined): string {
  if (!data || prepared.variants.identity.body.length <= mostEmbeddedBytes) return answerBlock('alerts', prepared);
  const alerts = data.alerts.map((alert) => ({ ...alert, desc: '', instruction: '', geometry: null }));
  return jsonBlock('alerts-data', JSON.stringify(alertsBody({ ...data, alerts, abridged: true })));
}

/** An event; nothing where it is too much for a document, or nothing is known. */
export function eventBlock(event: EventFound | undefined): string[] {
  if (typeof event !== 'object') return [];
  const text = eventBody(event);
  return Buffer.byteLength(text) > mostEmbeddedBytes ? [] : [jsonBlock('event-data', text)];
}
