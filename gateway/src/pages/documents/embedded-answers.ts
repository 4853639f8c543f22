import { success } from '../../edge/envelope.js';
import type { EventFound } from '../../answers/alert-events.js';
import type { Prepared } from '../../answers/prepared.js';

import { jsonBlock } from '../html.js';

/** Answers as documents carry them: as they are, but not of any size. */

/** More than this in a document delays its first paint on a bad line by more than asking for it does. */
const mostEmbeddedBytes = 48 * 1024;

/** The body of an answer. */
export const textOf = (prepared: Prepared): string => prepared.variants.identity.body.toString('utf8');

interface AlertsAnswer {
  data: { alerts: object[] };
}

/**
 * The alerts' answer for documents. A large one goes without texts and areas, and says so by `abridged`: the same alerts in the
 * same order, of which the page asks for the rest at once.
 */
export class AbridgedAlerts {
  private last: { digest: string; text: string } | undefined;

  textOf(prepared: Prepared): string {
    if (prepared.variants.identity.body.length <= mostEmbeddedBytes) return textOf(prepared);
    if (this.last?.digest === prepared.digest) return this.last.text;
    const answer = JSON.parse(textOf(prepared)) as AlertsAnswer;
    const alerts = answer.data.alerts.map((alert) => ({ ...alert, desc: '', instruction: '', geometry: null }));
    const text = JSON.stringify({ ...answer, data: { ...answer.data, alerts, abridged: true } });
    this.last = { digest: prepared.digest, text };
    return text;
  }
}

/** The block of an event's answer; none where it is too much for a document, or nothing is known. */
export function eventBlock(event: EventFound | undefined): string[] {
  if (typeof event !== 'object') return [];
  const text = JSON.stringify(success('Weather event', event));
  return Buffer.byteLength(text) > mostEmbeddedBytes ? [] : [jsonBlock('event-data', text)];
}
