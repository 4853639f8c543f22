import type { RequestHandler } from 'express';
import { forecastQuery } from '@site/proto/weather/v1/forecasts.schema';
import type { Forecasts } from './forecasts.js';
import { sendPrepared, type Prepared } from './prepared.js';
import type { PublicAnswers } from './public-answers.js';

/** Answers public reads that are ready before anything else looks at the request. */

/** Lists of which only the first page is ready; of other reads the query means nothing and is ignored. */
const paged = new Set(['/main/post', '/main/snapshots']);

function readyFor(url: string, answers: PublicAnswers, forecasts: Forecasts): Prepared | undefined {
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

/** The early middleware: a look-up, then the bytes. */
export const readyAnswers =
  (answers: PublicAnswers, forecasts: Forecasts): RequestHandler =>
  (request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.url.startsWith('/main/')) return next();
    const prepared = readyFor(request.url, answers, forecasts);
    if (!prepared) return next();
    sendPrepared(request, response, prepared);
  };
