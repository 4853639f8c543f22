/**
 * Serves pages, also without a connection. Documents and their files come from the network, else from the last document
 * of the same URL with the files that it references.
 */
import { siteName } from '@site/regions/state';
import { entryOf, escaped, nameOf } from './cached-document.js';
import { filesCache, find, pagesCache, within } from './caches.js';
import { cacheSmallPage, type Arrived } from './cache-page.js';
import { isImmutable, isKeepablePage, pageTimeoutMs } from './fetch-strategy.js';
import { scope, type FetchEvent } from './worker-scope.js';

/** Documents of open pages by client id; lost when the browser restarts the worker, at any time. */
interface Opened {
  address: string;
  isCached: boolean;
  /** Known once the document has been read. */
  entry: Promise<string | undefined>;
}
const opened = new Map<string, Opened>();
const maxOpenedPages = 20;

/** From the network, not cached yet. */
const arrived = new Map<string, Arrived>();
const maxNetworkPages = 5;

/** URLs whose new document references a missing script, with the time of detection. */
const broken = new Map<string, number>();
const brokenForMs = 30_000;

function remember<Value>(map: Map<string, Value>, key: string, value: Value, maxEntries: number) {
  map.delete(key);
  map.set(key, value);
  for (const oldest of [...map.keys()].slice(0, Math.max(0, map.size - maxEntries))) map.delete(oldest);
}

/** Returns and removes the document that this worker fetched. */
export function takeArrived(address: string): Arrived | undefined {
  const found = arrived.get(address);
  arrived.delete(address);
  return found;
}

const withoutFragment = (address: string) => address.replace(/#.*$/s, '');

/** Returns the document from the network or, if that is slow or fails, the last one. */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const address = withoutFragment(event.request.url);
  if (performance.now() - (broken.get(address) ?? -Infinity) < brokenForMs) {
    const cached = await findCachedPage(event, address);
    if (cached) return cached;
  }
  const line = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const response = await within(pageTimeoutMs, line);
  if (response instanceof Response && response.status < 500) {
    readArrived(event, address, response);
    return response;
  }
  const cached = await findCachedPage(event, address);
  if (cached) {
    event.waitUntil(line.catch(() => undefined));
    return cached;
  }
  if (response !== 'failed') return line;
  return respondOffline();
}

async function findCachedPage({ resultingClientId }: FetchEvent, address: string): Promise<Response | undefined> {
  const page = await find(pagesCache, address);
  if (page)
    remember(opened, resultingClientId, { address, isCached: true, entry: Promise.resolve(undefined) }, maxOpenedPages);
  return page;
}

/** Reads a copy in parallel with the browser: caching the page needs its text. */
function readArrived(event: FetchEvent, address: string, response: Response): void {
  if (response.status !== 200 || !isKeepablePage(new URL(address), scope.location.origin)) return;
  const copy = response.clone();
  const read = copy.text();
  const entry = read.then(entryOf).catch(() => undefined);
  remember(opened, event.resultingClientId, { address, isCached: false, entry }, maxOpenedPages);
  const cacheDocument = async () => {
    const document = { response: copy, html: await read };
    // A plain page has no script to request its caching.
    if (!(await entry)) return cacheSmallPage(address, document);
    remember(arrived, address, document, maxNetworkPages);
  };
  event.waitUntil(cacheDocument().catch(() => undefined));
}

/**
 * Returns a document's file from the cache if it can't have changed or its page came from there, else like
 * `respondWithPage`.
 */
export async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const { pathname } = new URL(url);
  const page = opened.get(event.clientId);
  const cached = await find(filesCache, url);
  if (cached && (isImmutable(pathname) || page?.isCached)) return cached;
  const line = fetch(event.request);
  const response = await (cached ? within(pageTimeoutMs, line) : line.catch(() => 'failed' as const));
  if (response instanceof Response && response.ok) return response;
  if (cached) {
    event.waitUntil(line.catch(() => undefined));
    return cached;
  }
  if (page && !page.isCached) event.waitUntil(showCached(event.clientId, page, pathname));
  return line;
}

/**
 * The document arrived but its entry script didn't: a partial release or a broken connection. The page would stay
 * blank, so it is reopened from the cache. Pages recover from other missing files themselves.
 */
async function showCached(clientId: string, { address, entry }: Opened, missing: string): Promise<void> {
  if ((await entry) !== missing || !(await find(pagesCache, address))) return;
  remember(broken, address, performance.now(), maxOpenedPages);
  const client = await scope.clients.get(clientId);
  await client?.navigate(address).catch(() => undefined);
}

/** The text-only pages' colors: the site's style sheet may not be cached. */
const offlineStyle =
  ':root{color-scheme:light dark;--canvas:#f7f9fb;--surface:#fff;--ink:#141c26;--soft:#4a5666;--line:#d9e0e7;--link:#0a5ea8}' +
  '@media(prefers-color-scheme:dark){:root{--canvas:#0e141b;--surface:#18212b;--ink:#eef3f8;--soft:#aebccb;--line:#33404e;--link:#7cc0ff}}' +
  '*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'header,main{max-width:42rem;margin:0 auto;padding:1rem}header{font-weight:700}h1,h2{font-size:1.5rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.15rem}p{margin:.5rem 0}' +
  '.c{background:var(--surface);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;margin-bottom:1rem}.o{color:var(--soft)}' +
  'a{color:var(--link)}li a,.t{display:inline-block;padding:.5rem 0}ul{margin:0;padding-left:1.25rem}';

async function respondOffline(): Promise<Response> {
  const links = await buildCachedLinks().catch(() => []);
  const body =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>No connection · ${siteName}</title><style>${offlineStyle}</style></head>` +
    `<body><header>${siteName}</header><main><section class="c"><h1>No connection</h1>` +
    "<p>This page isn't saved on your device. <strong>Alert status unavailable</strong>.</p>" +
    '<p class="o">For warnings, listen to NOAA Weather Radio or local radio.</p><a class="t" href="">Try again</a></section>' +
    (links.length > 0
      ? `<section class="c"><h2>Saved from earlier visits</h2><ul>${links.join('')}</ul></section>`
      : '') +
    '</main></body></html>';
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
  return new Response(body, { status: 503, headers });
}

async function buildCachedLinks(): Promise<string[]> {
  const cache = await caches.open(pagesCache);
  const links = (await cache.keys()).map(async (page) => {
    const path = page.url.slice(scope.location.origin.length);
    if (!/^[\w/.?=&%:+,-]+$/.test(path)) return [];
    const html = (await (await cache.match(page))?.text()) ?? '';
    return [`<li><a href="${escaped(path)}">${escaped(nameOf(path, html))}</a></li>`];
  });
  return (await Promise.all(links)).flat();
}
