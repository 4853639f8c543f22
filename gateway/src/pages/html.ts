/** HTML helpers. All user text goes through `escapeHtml` or `jsonBlock`. */
import { truncateAtWord } from '@site/domain/truncate';
import { escapeXml as escapeHtml } from '@site/domain/escape-xml';
import { spanishPathOf } from '@site/domain/public-pages';
import { siteName, stateName } from '@site/regions/state';
import type { Page } from './page-paths.js';
import { shareSize } from './share-address.js';

export { escapeHtml };

/** A response embedded in a document. */
export interface Block {
  id: string;
  json: string;
}

/** Returns JSON without "<", so that no text in it can end a block. */
export const escapedJson = (json: string): string => json.replaceAll('<', '\\u003c');

/** Returns a JSON block that browsers don't execute. */
export const jsonBlock = ({ id, json }: Block): string =>
  `<script type="application/json" id="${id}">${escapedJson(json)}</script>`;

export interface Head {
  title: string;
  description: string;
  /** Absolute. */
  canonical: string;
  hidden: boolean;
  hasToken: boolean;
  type: 'website' | 'article';
  /** Absolute address of the preview picture (share-address.ts); the site's icon if absent. */
  image?: string;
  /** The large picture at the top, preloaded before the script requests it. */
  preload?: { srcset: string; sizes: string };
  /** JSON-LD (structured-data.ts). */
  structuredData?: string | undefined;
}

/** Collapses text to one line and cuts it between words to at most `maxLength` characters. */
export function shortened(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return truncateAtWord(line, maxLength);
}

/** The length that search engines show. */
export const summaryOf = (text: string): string => shortened(text, 200);

/** As in the web application. */
const documentTitle = (title: string): string => (title === siteName ? title : `${title} · ${siteName}`);

export const plainHead = (page: Page, canonical: string): Head => ({
  title: page.title,
  description: page.description,
  canonical,
  hidden: page.hidden ?? false,
  hasToken: page.hasToken ?? false,
  type: 'website',
});

/** Links a page's two languages for search engines, as ./now/now-frame.ts does. */
function alternates(canonical: string): string[] {
  const { origin, pathname, search } = new URL(canonical);
  const path = search ? undefined : spanishPathOf(pathname);
  if (path === undefined) return [];
  const link = (language: string, address: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}">`;
  return [link('en', canonical), link('es', origin + path), link('x-default', canonical)];
}

/** Renders a head with Open Graph (https://ogp.me). @param scripts modules that the first script needs at once */
export function headHtml(head: Head, scripts: readonly string[] = []): string {
  const title = escapeHtml(documentTitle(head.title));
  const description = escapeHtml(head.description);
  const robots = head.hidden
    ? ['<meta name="robots" content="noindex">']
    : [`<link rel="canonical" href="${escapeHtml(head.canonical)}">`];
  const image = head.image ?? new URL('/icon-512.png', head.canonical).href;
  const preload = head.preload
    ? [
        `<link rel="preload" as="image" type="image/webp" imagesrcset="${escapeHtml(head.preload.srcset)}" imagesizes="${escapeHtml(head.preload.sizes)}" fetchpriority="high">`,
      ]
    : [];
  const imageDetails = head.image
    ? [
        `<meta property="og:image:type" content="image/png">`,
        `<meta property="og:image:width" content="${shareSize.width}">`,
        `<meta property="og:image:height" content="${shareSize.height}">`,
        `<meta property="og:image:alt" content="${escapeHtml(shortened(`${head.title}. ${head.description}`, 400))}">`,
      ]
    : [];
  return [
    // Must precede every element that causes a request.
    ...(head.hasToken ? ['<meta name="referrer" content="no-referrer">'] : []),
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    ...robots,
    ...(head.hidden ? [] : alternates(head.canonical)),
    ...preload,
    ...scripts.map((address) => `<link rel="modulepreload" href="${escapeHtml(address)}">`),
    `<link rel="alternate" type="application/rss+xml" title="${siteName} blog" href="/feed.xml">`,
    `<link rel="alternate" type="application/atom+xml" title="Weather alerts for ${stateName}" href="/alerts.atom">`,
    `<meta property="og:type" content="${head.type}">`,
    `<meta property="og:site_name" content="${escapeHtml(siteName)}">`,
    '<meta property="og:locale" content="en_US">',
    `<meta property="og:title" content="${escapeHtml(head.title)}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${escapeHtml(head.canonical)}">`,
    `<meta property="og:image" content="${escapeHtml(image)}">`,
    ...imageDetails,
    `<meta name="twitter:card" content="${head.image ? 'summary_large_image' : 'summary'}">`,
    ...(head.structuredData ? [`<script type="application/ld+json">${escapedJson(head.structuredData)}</script>`] : []),
  ].join('\n    ');
}
