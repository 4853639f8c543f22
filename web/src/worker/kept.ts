/** Three caches on the device. Failures never break a page. */

export const pagesCache = 'pages-1';
export const filesCache = 'files-1';
export const dataCache = 'data-1';
const ours: readonly string[] = [pagesCache, filesCache, dataCache];

/** RFC 3339 UTC by this device's clock. */
export const keptAtHeader = 'X-Kept-At';

/** Headers that describe the transfer or the original body. */
const ofTheJourney = ['content-encoding', 'content-length', 'etag', 'last-modified', 'transfer-encoding', 'vary'];

/** Accepts only complete, same-origin, successful responses; no opaque ones, redirects or errors. */
export const isKeepable = (answer: Response): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  !answer.redirected &&
  !/no-store|private/.test(answer.headers.get('Cache-Control') ?? '') &&
  answer.headers.get('X-Content-Type-Options') === 'nosniff';

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
export async function keep(
  cacheName: string,
  address: string,
  { headers: given }: Response,
  body: BodyInit,
  more: Record<string, string> = {},
): Promise<void> {
  const headers = new Headers(given);
  for (const name of ofTheJourney) headers.delete(name);
  headers.set(keptAtHeader, new Date().toISOString());
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const cache = await caches.open(cacheName);
  await cache.put(address, new Response(body, { headers }));
}

/** Returns milliseconds since 1970 UTC by this device's clock; 0 if unknown. */
export const keptAt = (answer: Response): number => Date.parse(answer.headers.get(keptAtHeader) ?? '') || 0;

/** Deletes caches of other releases and of unknown workers; with `all`, the current ones too. */
export async function removeCaches({ all = false } = {}): Promise<void> {
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => all || !ours.includes(name)).map((name) => caches.delete(name)));
  } catch {
    // Without caches there is nothing to delete.
  }
}

/** Returns a promise's result, or 'late' after the timeout, or 'failed' on rejection. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | 'late' | 'failed'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
