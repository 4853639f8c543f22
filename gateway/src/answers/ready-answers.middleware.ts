import type { RequestHandler } from 'express';
import { Counter } from 'prom-client';
import { metrics } from '@site/platform/metrics';
import { forecastQuery } from '@site/proto/weather/v1/forecasts.schema';
import type { Forecasts } from './forecasts.js';
import { sendPrepared, type Prepared } from './prepared.js';
import type { PublicAnswers } from './public-answers.js';

/** Answers public reads that are ready before anything else looks at the request. */

export const publicReads = new Counter({
  name: 'gateway_public_reads_total',
  help: 'Public reads by where the answer came from: ready in memory, made for this request, or refused for want of room',
  labelNames: ['from'],
  registers: [metrics],
});

/** Lists of which only the first page is ready; of other reads the query means nothing and is ignored. */
const paged = new Set(['/main/post', '/main/snapshots']);

/** The answer for an address that is ready, without waiting. */
export function readyFor(url: string, answers: PublicAnswers, forecasts: Forecasts): Prepared | undefined {
  const [path = '', query] = url.split('?', 2);
  if (path === '/main/weather/forecast') {
    const key = forecastQuery.safeParse(Object.fromEntries(new URLSearchParams(query)));
    return key.success ? forecasts.ready(key.data) : undefined;
  }
  if (query && paged.has(path)) {
    const parameters = new URLSearchParams(query);
    if (parameters.has('cursor') || parameters.has('limit')) return undefined;
  }
  return answers.ready(path);
}

/** The early middleware: a look-up, then the bytes. Reached by what `answerEarly` leaves to it. */
export const readyAnswers =
  (answers: PublicAnswers, forecasts: Forecasts): RequestHandler =>
  (request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.url.startsWith('/main/')) return next();
    const prepared = readyFor(request.url, answers, forecasts);
    publicReads.inc({ from: prepared ? 'memory' : 'request' });
    if (!prepared) return next();
    response.locals['route'] = request.url.split('?', 1)[0];
    sendPrepared(request, response, prepared);
  };
