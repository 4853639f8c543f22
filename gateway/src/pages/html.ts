import { escapeXml as escapeHtml } from '@site/domain/escape-xml';
import { siteName, stateName } from '@site/state/state';
import type { Page } from './pages.js';
import { shareSize } from './share-address.js';

/** Turns texts into HTML. Everything that a person wrote goes through `escapeHtml` or `jsonBlock`. */

export { escapeHtml };

/** A JSON block that the browser does not execute. It has no "<", so no text in it can end the block. */
export const jsonBlock = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;

export interface Head {
  title: string;
  description: string;
  /** Absolute address of the page. */
  canonical: string;
  hidden: boolean;
  holdsToken: boolean;
  type: 'website' | 'article';
  /** Absolute address of the picture to show with a shared link (share-address.ts); the site's icon without one. */
  image?: string;
  /** The large picture at the page's top, which the browser fetches before the script asks for it. */
  preload?: { srcset: string; sizes: string };
}

/** Text in one line, cut between words to at most `longest` characters. */
export function shortened(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, Math.max(0, longest - 1));
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2))}…`;
}

/** What search engines show of a description. */
export const summaryOf = (text: string): string => shortened(text, 200);

/** As the web application names its tabs. */
const documentTitle = (title: string): string => (title === siteName ? title : `${title} · ${siteName}`);

/** The head of a page without anything special to say. */
export const plainHead = (page: Page, canonical: string): Head => ({
  title: page.title,
  description: page.description,
  canonical,
  hidden: page.hidden ?? false,
  holdsToken: page.holdsToken ?? false,
  type: 'website',
});

/**
 * The elements for a document's head: title, description, canonical address, Open Graph (https://ogp.me).
 * @param scripts modules that the page needs as soon as the first script runs
 */
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
    // Before everything that makes the browser ask for something.
    ...(head.holdsToken ? ['<meta name="referrer" content="no-referrer">'] : []),
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    ...robots,
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
  ].join('\n    ');
}
