import { officialName, officialPage } from '@site/state/state';
import { isFile } from './treatment.js';

/** Documents as texts: which files they name, and what has to be said differently in a copy that is shown later. */

/** The files of ours that a document names, by their paths. */
export function filesNamedIn(html: string): string[] {
  const named = Array.from(html.matchAll(/\s(?:src|href)="(\/[^"?#]*)"/g), ([, path = '']) => path);
  return [...new Set(named)].filter(isFile);
}

/** The path of the script that draws the page; undefined for a page that needs none. */
export function entryOf(html: string): string | undefined {
  const tag = Array.from(html.matchAll(/<script\b[^>]*>/g), ([found]) => found).find((found) =>
    found.includes('type="module"'),
  );
  return tag && /\ssrc="([^"]+)"/.exec(tag)?.[1];
}

/** Whether a document is nobody else's business: a mail's page, a page that does not exist. Search engines are told the same. */
export const isHidden = (html: string): boolean => /<meta name="robots" content="noindex"/.test(html);

/** What the small pages say where nothing is in force (gateway/src/pages/now/now-frame.ts). */
export const saysNone = '<strong>No Active Weather Alerts</strong>';
const saysUnknown = `<strong>Alert status unavailable</strong></p><p>See the National Weather Service: <a href="${officialPage}">${officialName}</a>`;

/**
 * The same document as it is to be shown without a line. It says when it was kept, and its alerts say of themselves that they
 * may be incomplete: a copy never reads as "no alerts", whatever the clock of the phone shows.
 * @param keptAt milliseconds since 1970 UTC, by the server's clock
 */
export function asKept(html: string, keptAt: number): string {
  const time = new Date(keptAt).toISOString();
  const marked = html
    .replace('<head>', () => `<head><meta name="kept-at" content="${time}">`)
    .replace(
      /(<script type="application\/json" id="alerts-data">)(.*?)(<\/script>)/s,
      (_block, start: string, json: string, end: string) => start + asUnsure(json).replaceAll('<', '\\u003c') + end,
    );
  if (entryOf(html)) return marked;
  return marked.replaceAll(saysNone, saysUnknown).replace('<main>', () => `<main>${keptNotice(time, keptAt)}`);
}

const keptNotice = (time: string, keptAt: number) =>
  '<div class="c s"><h2>The site cannot be reached</h2>' +
  `<p>This is what your device kept at <time datetime="${time}">${clockOf(keptAt)}</time>. New warnings do not arrive. ` +
  '<strong>Alert status unavailable</strong>.</p></div>';

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
});

/** A moment by the clocks of the state: "Nov 22, 2:45 PM CST". */
const clockOf = (moment: number) => clock.format(moment).replaceAll('\u202f', ' ');

/**
 * An answer about alerts that says of itself that it may be incomplete, as the gateway's does while the weather service is away.
 * @param json the whole answer
 * @returns "null" when it cannot be read: then nobody knows
 */
export function asUnsure(json: string): string {
  try {
    const answer = JSON.parse(json) as { data?: unknown };
    if (typeof answer.data !== 'object' || answer.data === null) return 'null';
    return JSON.stringify({ ...answer, data: { ...answer.data, ok: false } });
  } catch {
    return 'null';
  }
}

/**
 * The `Date` of an answer that lay on the device: moved on by that time, so that between it and the server's time in the answer
 * lies its age, as with an answer out of any other cache.
 * @param date as the server wrote it
 * @param keptAt and
 * @param now milliseconds since 1970 UTC by this device's clock, of which only the difference counts
 */
export function movedDate(date: string | null, keptAt: number, now: number): string {
  const sent = Date.parse(date ?? '');
  const elapsedMs = Math.max(0, now - keptAt);
  return new Date(Number.isNaN(sent) ? now : sent + elapsedMs).toUTCString();
}
