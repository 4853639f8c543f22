/** Frame of the subscription pages: one document without scripts or further requests. */
import { createHash } from 'node:crypto';
import type { StormBanner } from '@site/proto/content/v1/storm-mode.responses';
import { siteName } from '@site/regions/state';
import { escapeHtml } from '../html.js';
import { english, linkToEnglish, spanish, type Language } from '../now/language.js';
import { stormNotice } from '../storm-notice.js';
import { messagesIn } from './messages.js';
import { style } from './subscription-style.js';

/** Allows only the style sheet, and forms to this site. */
export function subscriptionPolicy(isHttps: boolean): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    // The empty icon saves browsers a request.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

export interface Page {
  title: string;
  /** HTML with all external text escaped. */
  body: string;
  /** Address of the English page, for the links between the languages. */
  path?: string | undefined;
}

function alternatesHtml(path: string): string {
  const link = ({ code, prefix }: Language) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(prefix + path)}">`;
  return link(english) + link(spanish);
}

function otherLanguageHtml(path: string, language: Language): string {
  const { code, prefix } = language === english ? spanish : english;
  const messages = messagesIn(language);
  return ` · <a href="${escapeHtml(prefix + path)}" hreflang="${code}" lang="${code}">${messages.otherLanguage}</a>`;
}

/**
 * Renders a document, hidden from search engines because its address has a token.
 * @param banner the storm banner, on top; editors write it in English
 */
export function frame({ title, body, path }: Page, banner: StormBanner | null, language = english): string {
  const messages = messagesIn(language);
  const isEnglish = language === english;
  const toEnglish = linkToEnglish(language);
  return (
    `<!doctype html><html lang="${language.code}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${siteName}</title>${path ? alternatesHtml(path) : ''}` +
    `<link rel="icon" href="data:,"><style>${style}</style></head><body>${isEnglish ? stormNotice(banner) : stormNotice(banner, messages.stormNotice, 'en')}` +
    `<header><a href="${language.prefix || '/'}">${siteName}</a>${path ? otherLanguageHtml(path, language) : ''}</header>` +
    `<main><h1>${escapeHtml(title)}</h1>${body}</main>` +
    `<footer class="o"><p><a href="${language.prefix}/alert">${messages.activeAlerts}</a> · <a href="${language.prefix}/now">${messages.yourCounty}</a> · <a href="/delivery"${toEnglish}>${messages.howFast}</a></p>` +
    `<p>${messages.sources}</p></footer></body></html>`
  );
}

export const notice = (tone: 'good' | 'bad', text: string): string =>
  `<div class="c ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}"><p>${escapeHtml(text)}</p></div>`;
