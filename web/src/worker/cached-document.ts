/** Parses documents for the files that they reference, and edits cached copies. */
import { officialName, officialPage, siteName, state } from '@site/regions/state';
import { isFile } from './fetch-strategy.js';

/**
 * Returns a document without the markup that the server rendered (gateway/src/pages/documents/documents.ts): offline, it
 * would first show old warnings as if they were current.
 */
export function withoutMarkup(html: string): string {
  const [before = '', markup] = html.split('<!--rendered-->', 2);
  if (markup === undefined) return html;
  return `${before}<div id="root"></div>${markup.split('<!--/rendered-->')[1] ?? ''}`;
}

/** Returns the paths of same-origin files that a document references. */
export function filesNamedIn(html: string): string[] {
  const named = Array.from(html.matchAll(/\s(?:src|href)="(\/[^"?#]*)"/g), ([, path = '']) => path);
  return [...new Set(named)].filter(isFile);
}

/** Returns the path of the entry script; undefined for a page without one. */
export function entryOf(html: string): string | undefined {
  const tag = Array.from(html.matchAll(/<script\b[^>]*>/g), ([found]) => found).find((found) =>
    found.includes('type="module"'),
  );
  return tag && /\ssrc="([^"]+)"/.exec(tag)?.[1];
}

/**
 * Returns whether a document is private or an error page: pages linked from emails, 404s. Search engines get the same
 * `noindex`.
 */
export const isHidden = (html: string): boolean => /<meta name="robots" content="noindex"/.test(html);

/** Escapes text for HTML, in elements and attributes. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns a page's name for a list of pages: "Home", "Weather", "Weather: Conway" with a place in the path. */
export function nameOf(path: string, html: string): string {
  const { pathname, searchParams } = new URL(path, 'http://site');
  const title = unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replace(` · ${siteName}`, '');
  const name = pathname === '/' ? 'Home' : title || pathname;
  return [name, searchParams.get('name')].filter(Boolean).join(': ');
}

const unescaped = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => entities[name] ?? '');
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text-only pages' messages in each language (gateway/src/pages/now/messages-en.ts and messages-es.ts). */
export const textOnlyMessages = {
  en: {
    none: ['No Active Weather Alerts', 'No alerts on the official list'],
    unknown: 'Alert status unavailable',
    office: 'See the National Weather Service:',
    unreachable: "We can't reach the site",
    savedAt: (time: string) => `This page was saved on your device at ${time}. New warnings won't arrive.`,
  },
  es: {
    none: ['No hay alertas meteorológicas activas', 'No hay alertas en la lista oficial'],
    unknown: 'Estado de las alertas no disponible',
    office: 'Consulte el Servicio Nacional de Meteorología:',
    unreachable: 'No podemos conectar con el sitio',
    savedAt: (time: string) => `Esta página se guardó en su dispositivo: ${time}. No llegarán avisos nuevos.`,
  },
} as const;
type TextOnlyLanguage = keyof typeof textOnlyMessages;

/**
 * Returns a document for offline display. It states when it was cached, and that its alerts may be incomplete: a copy
 * never reads as "no alerts", regardless of the phone's clock.
 * @param cachedAt milliseconds since 1970 UTC, by the server clock
 */
export function toOfflineDocument(html: string, cachedAt: number): string {
  const time = new Date(cachedAt).toISOString();
  const marked = html
    .replace('<head>', () => `<head><meta name="kept-at" content="${time}">`)
    .replace(
      /(<script type="application\/json" id="alerts-data">)(.*?)(<\/script>)/s,
      (_block, start: string, json: string, end: string) => start + asUnsure(json).replaceAll('<', '\\u003c') + end,
    );
  if (entryOf(html)) return marked;
  const language = html.includes('<html lang="es">') ? 'es' : 'en';
  const { none, unknown, office } = textOnlyMessages[language];
  const saysUnknown = `<strong>${unknown}</strong></p><p>${office} <a href="${officialPage}">${officialName}</a>`;
  return none
    .reduce((text, sentence) => text.replaceAll(`<strong>${sentence}</strong>`, saysUnknown), marked)
    .replace('<main>', () => `<main>${buildOfflineNotice(cachedAt, language)}`);
}

function buildOfflineNotice(cachedAt: number, language: TextOnlyLanguage): string {
  const { unreachable, savedAt, unknown } = textOnlyMessages[language];
  const time = `<time datetime="${new Date(cachedAt).toISOString()}">${clockOf(cachedAt, language)}</time>`;
  return `<div class="c s"><h2>${unreachable}</h2><p>${savedAt(time)} <strong>${unknown}</strong>.</p></div>`;
}

/** Formats a time in state time: "Nov 22, 2:45 PM CST". */
const clockOf = (timestamp: number, language: TextOnlyLanguage) =>
  new Intl.DateTimeFormat(`${language}-US`, {
    timeZone: state.timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(timestamp)
    .replaceAll('\u202f', ' ');

/**
 * Marks an alerts response as possibly incomplete, as the gateway does while the weather service is down.
 * @param json the whole response
 * @returns "null" when it can't be parsed: the alerts are then unknown
 */
export function asUnsure(json: string): string {
  try {
    const body = JSON.parse(json) as { data?: unknown };
    if (typeof body.data !== 'object' || body.data === null) return 'null';
    return JSON.stringify({ ...body, data: { ...body.data, ok: false } });
  } catch {
    return 'null';
  }
}

/**
 * Returns a cached response's `Date` header, advanced by its time on the device: its difference from the response's
 * server time is then its age, as with any other cache.
 * @param date as the server sent it
 * @param cachedAt and
 * @param now milliseconds since 1970 UTC by this device's clock; only their difference matters
 */
export function movedDate(date: string | null, cachedAt: number, now: number): string {
  const sent = Date.parse(date ?? '');
  const elapsedMs = Math.max(0, now - cachedAt);
  return new Date(Number.isNaN(sent) ? now : sent + elapsedMs).toUTCString();
}
