/** Frame and recurring elements of the lightweight pages: head, style, banner, times and footer. */
import { createHash } from 'node:crypto';
import type { StormBanner } from '@site/proto/content/v1/storm-mode.responses';
import { officialName, officialPage, siteName } from '@site/regions/state';
import { escapeHtml, shortened } from '../html.js';
import { stormNotice } from '../storm-notice.js';
import { english, linkToEnglish, spanish, type Language, type Reader } from './language.js';
import type { NowAlert, NowAlerts } from './now-data.js';
import { spanishStyle } from './now-spanish-style.js';
import { style, widgetStyle } from './now-style.js';
import { ago, clock } from './now-labels.js';
import { warningStripHtml } from './warning-strip-html.js';

/** Escapes a text and shortens it to so many characters. */
export const short = (text: string, maxLength: number): string => escapeHtml(shortened(text, maxLength));

/** A larger page wouldn't fit into the first round trips of a bad connection. */
export const maxPageBytes = 15 * 1024;

/** From this age on, the page says that its alert list is old. */
const oldListMs = 10 * 60_000;

const styles = { en: style, es: spanishStyle };

interface PolicyOptions {
  isHttps: boolean;
  /** For a document that other sites embed. */
  isWidget?: boolean;
  /** Of a page; the Spanish ones have forms. */
  language?: Language['code'];
}

/** Returns the Content-Security-Policy of lightweight pages: no scripts, and only the page's own style. */
export function nowPolicy({ isHttps, isWidget = false, language = 'en' }: PolicyOptions): string {
  const hash = createHash('sha256')
    .update(isWidget ? widgetStyle : styles[language])
    .digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    // The empty icon saves browsers a request.
    'img-src data:',
    // SEO checkers fetch robots.txt from within the page.
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${language === 'es' ? "'self'" : "'none'"}`,
    `frame-ancestors ${isWidget ? '*' : "'none'"}`,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

export interface PageOptions extends Reader {
  publicUrl: string;
  /** Absent for no reload. */
  refreshSeconds?: number | undefined;
  banner?: StormBanner | null | undefined;
  /** Shown above pages that aren't about a place. */
  warning?: NowAlert | undefined;
}

interface Frame {
  title: string;
  description: string;
  /** Of the English page; absent for an address without a page. */
  path?: string;
  /** Of the English page that search engines list, if it isn't `path`. */
  listedPath?: string;
  /** Whether search engines should list it. */
  isListed?: boolean;
  feed: { title: string; path: string };
  /** About a place or the event itself, so that it doesn't show the strip. */
  hasLocalWarnings?: boolean;
  body: string;
  foot: string;
}

export const stateFeed = ({ messages }: Language) => ({ title: messages.stateFeed, path: '/alerts.atom' });

/** Returns the address of a page in a language. @param path of the English page */
const pathIn = ({ prefix }: Language, path: string): string => (prefix && path === '/' ? prefix : prefix + path);

const documentHtml = (title: string, head: string, body: string, { code }: Language = english): string =>
  `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${escapeHtml(title)} · ${siteName}</title>${head}<link rel="icon" href="data:,"></head><body>${body}</body></html>`;

const unlistedByRobots = '<meta name="robots" content="noindex">';

/** Links a page's two languages for search engines (https://developers.google.com/search/docs/specialty/international). */
function alternatesHtml(path: string, englishPath: string, publicUrl: string): string {
  const link = (code: string, address: string) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(publicUrl + address)}">`;
  return link('en', englishPath) + link('es', pathIn(spanish, path)) + link('x-default', englishPath);
}

function otherLanguageHtml(path: string | undefined, { code, messages }: Language): string {
  if (!path) return '';
  const other = code === 'en' ? spanish : english;
  return ` · <a href="${pathIn(other, path)}" hreflang="${other.code}" lang="${other.code}">${messages.otherLanguage}</a>`;
}

/** Links the site's pages in this language. */
function navigationHtml(path: string | undefined, language: Language): string {
  const here = path && pathIn(language, path);
  const links = Object.entries(language.messages.sitePages).map(
    ([address, name]) => `<a href="${address}"${address === here ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return links.length > 0 ? `<nav>${links.join('')}</nav>` : '';
}

const mainId = 'contenido';

function skipLinkHtml({ messages }: Language): { link: string; target: string } {
  if (!messages.skip) return { link: '', target: '' };
  return {
    link: `<a class="j" href="#${mainId}">${messages.skip}</a>`,
    // Before <main>, after which the service worker inserts its notice.
    target: `<span id="${mainId}" tabindex="-1"></span>`,
  };
}

/** Returns a complete document: head, banner, warning strip, body and footer. */
export function frame(
  { title, description, path, listedPath = path, isListed = false, feed, hasLocalWarnings = false, body, foot }: Frame,
  { publicUrl, language, banner, warning }: PageOptions,
): string {
  const listed =
    path && listedPath && isListed
      ? `<link rel="canonical" href="${escapeHtml(publicUrl + pathIn(language, path))}">${alternatesHtml(path, listedPath, publicUrl)}`
      : unlistedByRobots;
  const skip = skipLinkHtml(language);
  const strip = warning && !hasLocalWarnings ? warningStripHtml(warning, language) : '';
  return documentHtml(
    title,
    `<meta name="description" content="${escapeHtml(description)}">${listed}` +
      `<link rel="alternate" type="application/atom+xml"${linkToEnglish(language)} title="${escapeHtml(feed.title)}" href="${feed.path}"><style>${styles[language.code]}</style>`,
    `${skip.link}${strip}${noticeHtml(banner, language)}<header><a href="${pathIn(language, '/')}">${siteName}</a>${otherLanguageHtml(path, language)}${navigationHtml(path, language)}</header>` +
      `${skip.target}<main>${body}</main><footer class="o">${foot}</footer>`,
    language,
  );
}

/** Editors write it in English. */
const noticeHtml = (banner: PageOptions['banner'], { code, messages }: Language): string =>
  code === 'en' ? stormNotice(banner) : stormNotice(banner, messages.stormNotice, 'en');

/** A document for other sites' iframes. Its links open in a new tab, because a page of ours refuses to be framed. */
export const widgetFrame = (
  { title, body, foot }: Pick<Frame, 'title' | 'body' | 'foot'>,
  { banner }: Pick<PageOptions, 'banner'>,
): string =>
  documentHtml(
    title,
    `${unlistedByRobots}<base target="_blank"><style>${widgetStyle}</style>`,
    `${stormNotice(banner)}<main>${body}</main><footer class="o">${foot}</footer>`,
  );

/** Returns a `<time>` element. @param timestamp milliseconds since 1970 */
export const timeElement = (timestamp: number, label: string): string =>
  `<time datetime="${new Date(timestamp).toISOString()}">${escapeHtml(label)}</time>`;

export const time = (timestamp: string | number, reader: Reader): string =>
  timeElement(new Date(timestamp).getTime(), clock(timestamp, reader));

/** Says that the alert status is unknown, and links to the weather service. */
export const unavailable = ({ messages }: Language): string =>
  `<p><strong>${messages.unavailable}</strong></p><p>${messages.seeOffice} <a href="${officialPage}">${officialName}</a></p>`;

/**
 * Says "no alerts" only if the list is reliable (`ok`), otherwise that the status is unknown.
 * @param hasUnlisted some left the list early and may still be in effect
 */
export function noAlerts(ok: boolean, language: Language, hasUnlisted = false): string {
  const { messages } = language;
  const sentence = hasUnlisted ? messages.noneListed : messages.noAlerts;
  return `<div class="c">${ok ? `<p><strong>${sentence}</strong></p>` : unavailable(language)}</div>`;
}

/** Links to all alerts if more exist than are listed; empty for a count of 0. */
export function andMore(count: number, language: Language, where = ''): string {
  const { messages } = language;
  const link = `<a href="/alert"${linkToEnglish(language)}>${messages.allAlerts}</a>`;
  return count > 0 ? `<p>${messages.andMore(count)}${where}: ${link}</p>` : '';
}

/** Says when the alerts were last checked, and warns if that was long ago. */
export function checked({ updatedAt }: Pick<NowAlerts, 'updatedAt'>, reader: Reader): string {
  const { messages } = reader.language;
  if (updatedAt === null) return `<p class="o">${messages.notChecked}</p>`;
  const isOld = reader.now - Date.parse(updatedAt) >= oldListMs;
  const warning = isOld ? messages.checkIsOld : '';
  return `<p class="o">${messages.checkedAt(time(updatedAt, reader), ago(updatedAt, reader))}${warning}</p>`;
}

/** @param path of the English page */
export function renderGeneratedAt(options: PageOptions, path?: string): string {
  const { language, now, refreshSeconds } = options;
  const { messages, prefix } = language;
  const html = `<p>${messages.generatedAt(time(now, options))}`;
  if (!path) return `${html}</p>`;
  const address = prefix + path;
  return refreshSeconds === undefined
    ? `${html} <a href="${address}">${messages.reloadAutomatically}</a>.</p>`
    : `${html} ${messages.reloads(refreshSeconds)} <a href="${address}/still">${messages.stopReloading}</a>.</p>`;
}

export const sources = ({ messages }: Language): string => `<p>${messages.sources}</p>`;

/** Returns the most detailed page that is small enough, or the least detailed one. */
export function fitting<Detail>(
  details: readonly Detail[],
  write: (detail: Detail) => string,
  maxBytes = maxPageBytes,
): string {
  let page = '';
  for (const detail of details) {
    page = write(detail);
    if (Buffer.byteLength(page) <= maxBytes) return page;
  }
  return page;
}
