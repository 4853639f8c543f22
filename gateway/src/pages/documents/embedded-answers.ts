import type { Outlook } from '@site/proto/weather/v1/outlook.answers';
import { eventBody, type EventFound } from '../../answers/alert-events.js';
import type { Prepared } from '../../answers/prepared.js';
import { alertsBody, type AlertsData } from '../../answers/weather-answers.js';
import { success } from '../../edge/envelope.js';
import { jsonBlock } from '../html.js';

/** Answers as documents carry them: unchanged, unless they are too large. */

/** More than this in a document delays its first paint on a bad line by more than asking for it does. */
const mostEmbeddedBytes = 48 * 1024;

/** An answer as it was prepared. */
export const answerBlock = (name: string, { variants }: Prepared): string =>
  jsonBlock(`${name}-data`, variants.identity.body.toString('utf8'));

/** The alerts without texts and areas, which says so by `abridged`: the same alerts in the same order. */
function abridgedAlerts(data: AlertsData): string {
  const alerts = data.alerts.map((alert) => ({ ...alert, desc: '', instruction: '', geometry: null }));
  return jsonBlock('alerts-data', JSON.stringify(alertsBody({ ...data, alerts, abridged: true })));
}

/** The alerts. Of a large answer the page asks for the rest at once. */
export function alertsBlock(prepared: Prepared, data: AlertsData | undefined): string {
  if (!data || prepared.variants.identity.body.length <= mostEmbeddedBytes) return answerBlock('alerts', prepared);
  return abridgedAlerts(data);
}

/** As `alertsBlock`, the fuller one first, for a document that has room for one of them or for none. */
export const alertsBlocks = (prepared: Prepared, data: AlertsData | undefined): string[] =>
  data ? [answerBlock('alerts', prepared), abridgedAlerts(data)] : [answerBlock('alerts', prepared)];

/** Between two blocks of a document. */
export const blockSeparator = '\n    ';

/** Of each list of alternatives the first that fits, as long as there is room, in bytes. */
export function fittingBlocks(alternatives: readonly (readonly string[])[], room: number): string[] {
  let left = room;
  return alternatives.flatMap((blocks) => {
    const block = blocks.find((each) => Buffer.byteLength(each) <= left);
    if (block === undefined) return [];
    left -= Buffer.byteLength(block) + blockSeparator.length;
    return [block];
  });
}

const written = new WeakMap<Outlook, string | undefined>();

/**
 * The first day of the outlook with the counties of each risk, without the areas of the map; undefined where no severe storm is
 * expected, and where nobody knows.
 */
export function outlookBlock(outlook: Outlook | undefined): string | undefined {
  const day = outlook?.days[0];
  if (!outlook || !day?.ok || !day.counties.some(({ level }) => level > 0)) return undefined;
  if (!written.has(outlook)) {
    const brief = { days: [{ ...day, areas: [] }] };
    written.set(outlook, jsonBlock('outlook-data', JSON.stringify(success('Storm outlook', brief))));
  }
  return written.get(outlook);
}

/** A post; nothing where it is too much for a document. */
export const postBlock = (prepared: Prepared): string[] =>
  prepared.variants.identity.body.length > mostEmbeddedBytes ? [] : [answerBlock('post', prepared)];

/** An event; nothing where it is too much for a document, or nothing is known. */
export function eventBlock(event: EventFound | undefined): string[] {
  if (typeof event !== 'object') return [];
  const text = eventBody(event);
  return Buffer.byteLength(text) > mostEmbeddedBytes ? [] : [jsonBlock('event-data', text)];
}
