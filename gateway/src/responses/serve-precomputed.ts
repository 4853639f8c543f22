/**
 * Sends cached public responses before Express, whose middleware would cost ten times as much. Bytes and headers match
 * other responses. Requests are counted, but not logged at the info level: a log line would cost more than the
 * response.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from '@site/platform/base/injection-tokens';
import { metrics } from '@site/platform/base/metrics';
import { tracing } from '@site/platform/base/tracing';
import { forecastQuery } from '@site/proto/weather/v1/forecasts.schema';
import type { RequestHandler } from 'express';
import { Counter } from 'prom-client';
import type { Config } from '../config.js';
import { earlyRejection, handleFirst, headersWithoutCaching } from '../edge/before-express.js';
import { busy } from '../edge/http-errors.js';
import { isOpenRead, openReadHeaders } from '../edge/open-reads.js';
import { requestIdOf, requestSeconds } from '../edge/request-edge.js';
import { trustedProxies } from '../edge/trusted-proxies.js';
import { LoadShedder } from './load-shedding.js';
import type { Forecasts } from './forecasts.js';
import { sendPrepared, type Prepared } from './prepared-response.js';
import type { PublicResponses } from './public-responses.js';

const publicReads = new Counter({
  name: 'gateway_public_reads_total',
  help: 'Public reads by source: ready in memory, made for this request, or refused for lack of capacity',
  labelNames: ['from'],
  registers: [metrics],
});

interface Caches {
  publicResponses: PublicResponses;
  forecasts: Forecasts;
}

const isPublicRead = ({ method, url }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && url?.startsWith('/main/');

const pathOf = (url: string) => {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
};

/** Lists of which only first pages are cached. Other paths ignore the query. */
const paged = new Set(['/main/post', '/main/snapshots']);

function precomputedFor(url: string, { publicResponses, forecasts }: Caches): Prepared | undefined {
  const path = pathOf(url);
  const query = url.slice(path.length + 1);
  if (path === '/main/weather/forecast') {
    const key = forecastQuery.safeParse(Object.fromEntries(new URLSearchParams(query)));
    return key.success ? forecasts.ready(key.data) : undefined;
  }
  if (query && path === '/main/weather/alerts') {
    const version = new URLSearchParams(query).get('version');
    // Negated, so that anything that isn't a number is passed on and rejected.
    if (version !== null && !(Number(version) <= publicResponses.alertsVersion)) return undefined;
  }
  if (query && paged.has(path)) {
    const parameters = new URLSearchParams(query);
    if (parameters.has('cursor')) return undefined;
    if (parameters.has('limit')) return publicResponses.ready(`${path}?limit=${parameters.get('limit')}`);
  }
  return publicResponses.ready(path);
}

/** Installs itself before the server's listener. Also refuses reads when too many are pending. */
export function servePrecomputed(
  server: Server,
  { config, logger, ...caches }: Caches & { config: Config; logger: Logger },
): void {
  const trusts = trustedProxies(config.TRUSTED_PROXY_CIDR);
  const ownHeaders = headersWithoutCaching(config);
  const open = new Map(openReadHeaders);
  const openHeaders = [
    ...ownHeaders.map((text, at) => (at % 2 === 1 ? (open.get(ownHeaders[at - 1] ?? '') ?? text) : text)),
    ...openReadHeaders.filter(([name]) => !ownHeaders.includes(name)).flat(),
  ];
  const loadShedder = new LoadShedder();
  const reject = earlyRejection(config, busy());

  const isHandled = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '' } = request;
    if (!isPublicRead(request)) return false;
    const startedAt = performance.now();
    // Tracing needs a span and debugging a log line for every request.
    const prepared = tracing() || logger.isLevelEnabled('debug') ? undefined : precomputedFor(url, caches);
    const exceededPrefix = prepared ? undefined : loadShedder.tryAdmit(url, response);
    if (!prepared && !exceededPrefix) return false;
    if (prepared) {
      const id = requestIdOf(request, trusts);
      const headers = isOpenRead(request) ? openHeaders : ownHeaders;
      sendPrepared(request, response, prepared, 200, [...headers, 'X-Request-Id', id]);
    } else reject(request, response);
    publicReads.inc({ from: prepared ? 'memory' : 'refused' });
    const labels = { method, route: exceededPrefix ?? pathOf(url), status: response.statusCode };
    requestSeconds.observe(labels, (performance.now() - startedAt) / 1_000);
    return true;
  };

  handleFirst(server, (request, response, others) => {
    if (!isHandled(request, response)) others(request, response);
  });
}

/** The same lookup as middleware, for requests that `servePrecomputed` passed on. */
export const precomputedResponses =
  (caches: Caches): RequestHandler =>
  (request, response, next) => {
    if (!isPublicRead(request)) return next();
    const prepared = precomputedFor(request.url, caches);
    publicReads.inc({ from: prepared ? 'memory' : 'request' });
    if (!prepared) return next();
    response.locals['route'] = pathOf(request.url);
    sendPrepared(request, response, prepared);
  };
