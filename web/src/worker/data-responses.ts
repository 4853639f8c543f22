/** Serves API responses: from the network, else the cached one, which states when it was cached. */
import { asUnsure, movedDate } from './cached-document.js';
import { dataCache, find, isKeepable, storeInCache, readCachedAt, within } from './caches.js';
import type { LineMessage } from './messages.js';
import { scope, type FetchEvent } from './worker-scope.js';

/** Alerts are polled every 10 s: too often for a phone's storage. */
const cacheIntervalMs = 60_000;
/** Each viewed place is a separate response. */
const maxResponses = 12;
const lastCachedAt = new Map<string, number>();

/** Falls back to the cache when the network fails, breaks off or takes too long. */
export async function respondWithData(event: FetchEvent, timeoutMs: number): Promise<Response> {
  const { url } = event.request;
  // A response from the browser's own cache would be mistaken for connectivity.
  const line = fetch(event.request, { cache: 'no-cache' }).then((response) => ({
    response,
    copy: isDue(url, response) ? response.clone() : undefined,
  }));
  event.waitUntil(line.then(({ copy }) => copy && cacheResponse(url, copy)).catch(() => undefined));
  const got = await within(timeoutMs, line);
  if (typeof got === 'object' && got.response.status < 500) {
    event.waitUntil(tell(event.clientId, true));
    return got.response;
  }
  const cached = await find(dataCache, url);
  if (!cached) return (await line).response;
  event.waitUntil(tell(event.clientId, false));
  return replayed(cached, new URL(url).pathname);
}

function isDue(url: string, response: Response): boolean {
  if (!isKeepable(response) || performance.now() - (lastCachedAt.get(url) ?? -Infinity) < cacheIntervalMs) return false;
  lastCachedAt.set(url, performance.now());
  return true;
}

async function cacheResponse(url: string, response: Response): Promise<void> {
  await storeInCache(dataCache, url, response, await response.blob());
  const cache = await caches.open(dataCache);
  // In order of first caching.
  const addresses = await cache.keys();
  const expired = addresses.slice(0, Math.max(0, addresses.length - maxResponses));
  await Promise.all(expired.map((address) => cache.delete(address)));
}

/** Returns a cached response with its actual age, never claiming that there are no alerts. */
async function replayed(cached: Response, path: string): Promise<Response> {
  const headers = new Headers(cached.headers);
  headers.set('Date', movedDate(cached.headers.get('Date'), readCachedAt(cached), Date.now()));
  const body = path === '/main/weather/alerts' ? asUnsure(await cached.text()) : cached.body;
  return new Response(body, { headers });
}

async function tell(clientId: string, works: boolean): Promise<void> {
  const message: LineMessage = { kind: 'line', works };
  (await scope.clients.get(clientId))?.postMessage(message);
}
