import type { StormBanner } from '@site/proto/content/v1/storm-mode.answers';
import { escapeHtml } from './html.js';

/** Renders the banner for pages without scripts. External links send no referrer. */
export function stormNotice(banner: StormBanner | null | undefined): string {
  if (!banner) return '';
  const { text, link_url: address, link_label: label } = banner;
  const isOutside = address !== null && !address.startsWith('/');
  const link = address
    ? ` <a href="${escapeHtml(address)}"${isOutside ? ' rel="noopener noreferrer"' : ''}>${escapeHtml(label)}</a>`
    : '';
  return `<section class="l" aria-label="Storm notice">${escapeHtml(text)}${link}</section>`;
}
