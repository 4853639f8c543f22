import type { StormBanner } from '@site/proto/content/v1/storm-mode.answers';
import { escapeHtml } from './html.js';

/**
 * The storm notice of pages without script, as HTML of the class `l`; nothing while none stands. Its link leads to a page of this
 * site, or to a web address, which is told nothing of where its readers come from.
 */
export function stormNotice(banner: StormBanner | null | undefined): string {
  if (!banner) return '';
  const { text, link_url: address, link_label: label } = banner;
  const isOutside = address !== null && !address.startsWith('/');
  const link = address
    ? ` <a href="${escapeHtml(address)}"${isOutside ? ' rel="noopener noreferrer"' : ''}>${escapeHtml(label)}</a>`
    : '';
  return `<section class="l" aria-label="Storm notice">${escapeHtml(text)}${link}</section>`;
}
