/** Serves API responses: from the network, else the cached one, which states when it was cached. */
import { asUnsure, movedDate } from './kept-document.js';
import { dataCache, find, isKeepable, keep, keptAt, within } from './kept.js';
import type { LineMessage } from './messages.js';
import { scope, type FetchEvent } from './worker-scope.js';

/** Alerts are polled every 10 s: too often for a phone's storage. */
const keepEveryMs = 60_000;
/** Each viewed place is a separate response. */
const mostAnswers = 12;
const keptLately = new Map<string, number>();

/** Falls back to the cache when the network fails, breaks off or takes too long. */
export async function answerData(event: FetchEvent, patienceMs: number): Promise<Response> {
  const { url } = event.request;
  // A response from the browser's own cache would be mistaken for connectivity.
  const line = fetch(event.request, { cache: 'no-cache' }).then((answer) => ({
    answer,
    copy: isDue(url, answer) ? answer.clone() : undefined,
  }));
  event.waitUntil(line.then(({ copy }) => copy && keepAnswer(url, copy)).catch(() => undefined));
  const got = await within(patienceMs, line);
  if (typeof got === 'object' && got.answer.status < 500) {
    event.waitUntil(tell(event.clientId, true));
    return got.answer;
  }
  const kept = await find(dataCache, url);
  if (!kept) return (await line).answer;
  event.waitUntil(tell(event.clientId, false));
  return replayed(kept, new URL(url).pathname);
}

function isDue(url: string, answer: Response): boolean {
  if (!isKeepable(answer) || performance.now() - (keptLately.get(url) ?? -Infinity) < keepEveryMs) return false;
  keptLately.set(url, performance.now());
  return true;
}

async function keepAnswer(url: string, answer: Response): Promise<void> {
  await keep(dataCache, url, answer, await answer.blob());
  const cache = await caches.open(dataCache);
  // In order of first caching.
  const addresses = await cache.keys();
  const gone = addresses.slice(0, Math.max(0, addresses.length - mostAnswers));
  await Promise.all(gone.map((address) => cache.delete(address)));
}

/** Returns a cached response with its actual age, never claiming that there are no alerts. */
async function replayed(kept: Response, path: string): Promise<Response> {
  const headers = new Headers(kept.headers);
  headers.set('Date', movedDate(kept.headers.get('Date'), keptAt(kept), Date.now()));
  const body = path === '/main/weather/alerts' ? asUnsure(await kept.text()) : kept.body;
  return new Response(body, { headers });
}

async function tell(clientId: string, works: boolean): Promise<void> {
  const message: LineMessage = { kind: 'line', works };
  (await scope.clients.get(clientId))?.postMessage(message);
}
