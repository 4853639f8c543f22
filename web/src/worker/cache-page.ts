/**
 * Caches a page for offline use as a unit of its document and files. Files come first and the document last, so a
 * cached document always has its files, and never those of another release.
 */
import { toOfflineDocument, entryOf, filesNamedIn, isHidden, withoutMarkup } from './cached-document.js';
import { filesCache, find, isKeepable, storeInCache, readCachedAt, pagesCache } from './caches.js';
import type { CacheMessage } from './messages.js';
import { isFile, isImmutable, isKeepablePage, overdue } from './fetch-strategy.js';
import { scope } from './worker-scope.js';

/** Header of a cached document: its files' paths, as JSON. */
const cachedFilesHeader = 'X-Kept-Files';

export interface Arrived {
  response: Response;
  html: string;
}

/** Serializes jobs: concurrent ones would delete each other's files. */
let queue: Promise<unknown> = Promise.resolve();

function inTurn(work: () => Promise<void>): Promise<void> {
  // When the disk is full or the connection breaks, the previously cached version stays.
  const done = queue.then(work).catch(() => undefined);
  queue = done;
  return done;
}

/** Caches a document with only the files that it names. */
export const cacheSmallPage = (address: string, arrived: Arrived): Promise<void> =>
  inTurn(() => cacheUnit(address, arrived, []));

/**
 * Caches the page that requests it.
 * @param arrived its document, if this worker fetched it; otherwise it is requested again, usually for a 304
 */
export function cachePage({ address, used, isMore }: CacheMessage, arrived?: Arrived): Promise<void> {
  const { origin } = scope.location;
  return inTurn(async () => {
    const files = used
      .map((file) => new URL(file))
      .filter((file) => file.origin === origin && isFile(file.pathname))
      .map(({ pathname }) => pathname);
    if (isMore) return addFiles(address, files);
    if (!isKeepablePage(new URL(address), origin)) return;
    await cacheUnit(address, arrived ?? (await fetchDocument(address)), files);
  });
}

async function fetchDocument(address: string): Promise<Arrived> {
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  return { response, html: await response.text() };
}

async function cacheUnit(
  address: string,
  { response, html: sentHtml }: Arrived,
  used: readonly string[],
): Promise<void> {
  const html = withoutMarkup(sentHtml);
  if (!isKeepable(response) || isHidden(html)) return;
  const entry = entryOf(html);
  // The document is from another release than the page, so its lazy files are unknown; the next visit caches it.
  if (entry && !used.includes(entry)) return;
  const named = filesNamedIn(html);
  for (const path of named) if (!(await cacheFile(path))) return;
  const files = [...named, ...(await cacheFiles(used.filter((path) => !named.includes(path))))];
  const sent = Date.parse(response.headers.get('Date') ?? '') || Date.now();
  await storeInCache(pagesCache, address, response, toOfflineDocument(html, sent), {
    [cachedFilesHeader]: JSON.stringify(files),
  });
  await removeOverdue();
}

/** Adds files that a cached page has used since. */
async function addFiles(address: string, used: readonly string[]): Promise<void> {
  const page = await find(pagesCache, address);
  if (!page) return;
  const html = await page.text();
  const existing = filesOf(page);
  const entry = entryOf(html);
  if (entry && !used.includes(entry)) return;
  const added = await cacheFiles(used.filter((path) => !existing.includes(path)));
  if (added.length === 0) return;
  const cache = await caches.open(pagesCache);
  const headers = new Headers(page.headers);
  headers.set(cachedFilesHeader, JSON.stringify([...existing, ...added]));
  await cache.put(address, new Response(html, { headers }));
}

/** Caches files and returns the cached paths. */
async function cacheFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => ((await cacheFile(path)) ? [path] : [])));
  return found.flat();
}

/** Caches a file, usually from the browser's own cache; returns whether it is available. */
async function cacheFile(path: string): Promise<boolean> {
  const address = new URL(path, scope.location.origin).href;
  const before = await find(filesCache, address);
  if (before && isImmutable(path)) return true;
  try {
    const response = await fetch(address);
    if (!isKeepable(response)) return before !== undefined;
    await storeInCache(filesCache, address, response, await response.blob());
    return true;
  } catch {
    return before !== undefined;
  }
}

function filesOf(page: Response): string[] {
  try {
    const files = JSON.parse(page.headers.get(cachedFilesHeader) ?? '[]') as unknown;
    return Array.isArray(files) ? files.filter((file): file is string => typeof file === 'string') : [];
  } catch {
    return [];
  }
}

/** Deletes surplus pages, and files that no cached page needs any more. */
async function removeOverdue(): Promise<void> {
  const [pages, files] = await Promise.all([caches.open(pagesCache), caches.open(filesCache)]);
  const addresses = (await pages.keys()).map(({ url }) => url);
  const found = await Promise.all(addresses.map((address) => pages.match(address)));
  const all = found.flatMap((page, index) => (page ? [{ page, address: addresses[index] ?? '' }] : []));
  const expired = overdue(all.map(({ page, address }) => ({ address, cachedAt: readCachedAt(page) })));
  await Promise.all(expired.map((address) => pages.delete(address)));
  const needed = new Set(all.filter(({ address }) => !expired.includes(address)).flatMap(({ page }) => filesOf(page)));
  const unneeded = (await files.keys()).filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(unneeded.map((file) => files.delete(file)));
}
