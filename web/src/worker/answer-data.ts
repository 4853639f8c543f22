import { asUnsure, movedDate } from './kept-document.js';
import { dataCache, find, isKeepable, keep, keptAt, within } from './kept.js';
import type { LineMessage } from './messages.js';
import { scope, type FetchEvent } from './worker-scope.js';

/** Answers that pages ask for: from the line, or the last one, which says when it was kept. */

/** Alerts are asked for each 10 s; so often nothing has to be written to a phone's storage. */
const keepEveryMs = 60_000;
/** Each place that somebody looked at is an answer of its own. */
const mostAnswers = 12;
const keptLately = new Map<string, number>();

/** Answers from the line, or with what was kept when that fails, breaks down or takes too long. */
export async function answerData(event: FetchEvent, patienceMs: number): Promise<Response> {
  const { url } = event.request;
  // Past the browser's own cache, which may still have an answer of the last seconds: that would pass for a line that works.
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
  // In the order in which they were first kept.
  const addresses = await cache.keys();
  const gone = addresses.slice(0, Math.max(0, addresses.length - mostAnswers));
  await Promise.all(gone.map((address) => cache.delete(address)));
}

/** A kept answer as it may be read now: as old as it is, and of alerts never "there are none". */
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
