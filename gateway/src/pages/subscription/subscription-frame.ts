/** Frame of the subscription pages: one document without scripts or further requests. */
import { createHash } from 'node:crypto';
import type { StormBanner } from '@site/proto/content/v1/storm-mode.answers';
import { siteName } from '@site/state/state';
import { escapeHtml } from '../html.js';
import { english, linkToEnglish, spanish, type Language } from '../now/language.js';
import { stormNotice } from '../storm-notice.js';
import { messagesIn } from './messages.js';

const style =
  ':root{color-scheme:light dark;--ground:#f7f9fb;--card:#fff;--text:#141c26;--quiet:#4a5666;--line:#d9e0e7;--edge:#8896a5;--link:#0a5ea8;--on:#fff;--bad:#a3260f;--good:#1c6b3f}' +
  '@media(prefers-color-scheme:dark){:root{--ground:#0e141b;--card:#18212b;--text:#eef3f8;--quiet:#aebccb;--line:#33404e;--edge:#75859a;--link:#7cc0ff;--on:#0e141b;--bad:#ff9a80;--good:#7fd6a4}}' +
  '*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'header,main,footer{max-width:42rem;margin:0 auto;padding:.75rem 1rem}a{color:var(--link)}h1{font-size:1.5rem;line-height:1.2;margin:.5rem 0}' +
  'h2,legend{font-size:1.15rem;font-weight:700;margin:0 0 .25rem;padding:0}p{margin:.25rem 0 .5rem}ul{list-style:none;margin:.5rem 0;padding:0}' +
  '.c,fieldset{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:.75rem 0;min-width:0}.c>:last-child{margin-bottom:0}' +
  // Inside its card instead of across the border.
  'legend{float:left;width:100%}legend+*{clear:both}.o{color:var(--quiet);font-size:.9375rem}' +
  '.bad{border-left:.4rem solid var(--bad)}.good{border-left:.4rem solid var(--good)}' +
  // 44 px: the smallest target that a thumb hits reliably.
  'label{display:flex;gap:.6rem;align-items:center;min-height:2.75rem;padding:.35rem 0}input[type=checkbox],input[type=radio]{width:1.35rem;height:1.35rem;flex:none;accent-color:var(--link)}' +
  'select,input[type=time],button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.5rem;min-height:2.75rem;padding:.4rem .9rem;max-width:100%}' +
  'button{font-weight:600;cursor:pointer}.p{background:var(--link);color:var(--on);border-color:var(--link)}.d{color:var(--bad);border-color:var(--bad)}' +
  '.r{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}.r>span{flex:1 1 10rem}li{padding:.2rem 0}' +
  '.l{background:var(--bad);color:var(--card);padding:.5rem 1rem;font-weight:600}.l a{color:inherit}' +
  ':focus-visible{outline:3px solid var(--link);outline-offset:2px}';

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
