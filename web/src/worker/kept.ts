/** What is kept on the device: three caches of our own, and how answers go in and come out. Nothing here ever breaks a page. */

export const pagesCache = 'pages-1';
export const filesCache = 'files-1';
export const dataCache = 'data-1';
const ours: readonly string[] = [pagesCache, filesCache, dataCache];

/** When an answer was kept, RFC 3339 UTC by this device's clock. */
export const keptAtHeader = 'X-Kept-At';

/** Headers that describe how a body travelled, or that would speak for another one. */
const ofTheJourney = ['content-encoding', 'content-length', 'etag', 'last-modified', 'transfer-encoding', 'vary'];

/** Only whole answers of our own site that it meant to give are kept: nothing opaque, no redirect, no failure. */
export const isKeepable = (answer: Response): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  !answer.redirected &&
  !/no-store|private/.test(answer.headers.get('Cache-Control') ?? '') &&
  answer.headers.get('X-Content-Type-Options') === 'nosniff';

/** The kept answer for an address; undefined when there is none, or the browser allows no cache (private windows). */
export async function find(cacheName: string, address: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName);
    return await cache.match(address, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/** A copy with a body of its own and when it was kept. Throws what the cache throws, for instance when the disk is full. */
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

/** When an answer was kept, milliseconds since 1970 UTC by this device's clock; 0 when that is unknown. */
export const keptAt = (answer: Response): number => Date.parse(answer.headers.get(keptAtHeader) ?? '') || 0;

/** Removes the caches of other releases, and of workers that are none of ours; with `all`, ours as well. */
export async function removeCaches({ all = false } = {}): Promise<void> {
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => all || !ours.includes(name)).map((name) => caches.delete(name)));
  } catch {
    // Without caches there is nothing to remove.
  }
}

/** The result of something within a time: 'late' when it takes longer, 'failed' when it fails. */
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
