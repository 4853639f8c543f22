import type { StormBanner } from '@site/proto/content/v1/storm-mode.responses';
import { escapeHtml } from './html.js';

/**
 * Renders the banner for pages without scripts. External links send no referrer.
 * @param name of the section, for screen readers
 * @param language of its text, if that isn't the page's
 */
export function stormNotice(banner: StormBanner | null | undefined, name = 'Storm notice', language?: string): string {
  if (!banner) return '';
  const { text, link_url: address, link_label: label } = banner;
  const isOutside = address !== null && !address.startsWith('/');
  const link = address
    ? ` <a href="${escapeHtml(address)}"${isOutside ? ' rel="noopener noreferrer"' : ''}>${escapeHtml(label)}</a>`
    : '';
  const html = escapeHtml(text) + link;
  const marked = language ? `<span lang="${language}">${html}</span>` : html;
  return `<section class="l" aria-label="${name}">${marked}</section>`;
}
