/** Three caches on the device. Failures never break a page. */

export const pagesCache = 'pages-1';
export const filesCache = 'files-1';
export const dataCache = 'data-1';
const cacheNames: readonly string[] = [pagesCache, filesCache, dataCache];

/** RFC 3339 UTC by this device's clock. */
export const cachedAtHeader = 'X-Kept-At';

/** Headers that describe the transfer or the original body. */
const ofTheJourney = ['content-encoding', 'content-length', 'etag', 'last-modified', 'transfer-encoding', 'vary'];

/** Accepts only complete, same-origin, successful responses; no opaque ones, redirects or errors. */
export const isKeepable = (response: Response): boolean =>
  response.status === 200 &&
  response.type === 'basic' &&
  !response.redirected &&
  !/no-store|private/.test(response.headers.get('Cache-Control') ?? '') &&
  response.headers.get('X-Content-Type-Options') === 'nosniff';

/** Returns undefined without a response, or where the browser has no cache (private windows). */
export async function find(cacheName: string, address: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName);
    return await cache.match(address, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/**
 * Caches a copy with its own body and the current time. Throws the cache's errors, for instance when the disk is full.
 */
export async function storeInCache(
  cacheName: string,
  address: string,
  { headers: sourceHeaders }: Response,
  body: BodyInit,
  more: Record<string, string> = {},
): Promise<void> {
  const headers = new Headers(sourceHeaders);
  for (const name of ofTheJourney) headers.delete(name);
  headers.set(cachedAtHeader, new Date().toISOString());
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const cache = await caches.open(cacheName);
  await cache.put(address, new Response(body, { headers }));
}

/** Returns milliseconds since 1970 UTC by this device's clock; 0 if unknown. */
export const readCachedAt = (response: Response): number => Date.parse(response.headers.get(cachedAtHeader) ?? '') || 0;

/** Deletes caches of other releases and of unknown workers; with `all`, the current ones too. */
export async function removeCaches({ all = false } = {}): Promise<void> {
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => all || !cacheNames.includes(name)).map((name) => caches.delete(name)));
  } catch {
    // Without caches there is nothing to delete.
  }
}

/** Returns a promise's result, or 'late' after the timeout, or 'failed' on rejection. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | 'late' | 'failed'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
