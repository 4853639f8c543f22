import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Logger } from '@site/platform/tokens';
import { tracing } from '@site/platform/tracing';
import type { Config } from '../config.js';
import { failure } from '../edge/envelope.js';
import { render } from '../edge/error.filter.js';
import { busy } from '../edge/failures.js';
import { acceptableId, requestSeconds } from '../edge/request-edge.js';
import { answerHeaders } from '../edge/security-headers.js';
import { trustedProxies } from '../edge/trusted-proxies.js';
import { Admission } from './admission.js';
import type { Forecasts } from './forecasts.js';
import { encodingFor, isUnchanged, type Encoding, type Prepared } from './prepared.js';
import type { PublicAnswers } from './public-answers.js';
import { publicReads, readyFor } from './ready-answers.middleware.js';

/**
 * Public reads that are ready are answered before Express has so much as looked at the request: Express and what stands in
 * front of every other request cost ten times what such an answer does. They are the same in every byte and header, and
 * counted; at the level info they are not logged, because a line would cost more than the answer. Reads that there is no room
 * for are refused here, too.
 */

interface Parts {
  answers: PublicAnswers;
  forecasts: Forecasts;
  config: Config;
  logger: Logger;
}

/** Headers as names and values by turns, the form that Node takes without looking at it again. */
interface RawHeaders {
  full: string[];
  unchanged: string[];
}

/** What an unchanged answer leaves out (RFC 9110, 15.4.5). */
const ofBody = new Set(['content-type', 'content-length', 'content-encoding']);

function rawHeaders(common: [string, string][], prepared: Prepared, encoding: Encoding): RawHeaders {
  const { body, etag } = prepared.variants[encoding];
  const all = new Map(
    [
      ...common,
      ...Object.entries(prepared.headers),
      ['ETag', etag] as const,
      ['Content-Length', String(body.length)] as const,
      ...(body === prepared.variants.identity.body ? [] : [['Content-Encoding', encoding] as const]),
    ].map(([name, value]) => [name.toLowerCase(), [name, value]]),
  );
  const full = [...all.values()].flat();
  return { full, unchanged: [...all].flatMap(([name, pair]) => (ofBody.has(name) ? [] : pair)) };
}

const isPublicRead = (method: string, url: string) =>
  (method === 'GET' || method === 'HEAD') && url.startsWith('/main/');

/** Puts itself in front of the server's listener. */
export function answerEarly(server: Server, { answers, forecasts, config, logger }: Parts): void {
  const [others] = server.listeners('request') as RequestListener[];
  if (!others) throw new Error('the server has no listener yet');
  const trusts = trustedProxies(config.TRUSTED_PROXY_CIDR);
  const common = answerHeaders(config);
  const made = new WeakMap<Prepared, Map<Encoding, RawHeaders>>();
  const headersOf = (prepared: Prepared, encoding: Encoding): RawHeaders => {
    const known = made.get(prepared) ?? new Map<Encoding, RawHeaders>();
    made.set(prepared, known);
    const headers = known.get(encoding) ?? rawHeaders(common, prepared, encoding);
    known.set(encoding, headers);
    return headers;
  };

  // A random id costs a twentieth of one that sorts by time: Node keeps randomness in store for it.
  const idOf = (request: IncomingMessage): string => {
    const given = request.headers['x-request-id'];
    const isGiven = typeof given === 'string' && acceptableId.test(given) && trusts(request.socket.remoteAddress);
    return isGiven ? given : randomUUID();
  };

  const admission = new Admission();
  const { status: refusedStatus, message, retryAfterSeconds } = render(busy());
  const refusal = Buffer.from(JSON.stringify(failure(message)));
  const refusalHeaders = [
    ...common.flat(),
    ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(refusal.length)],
    ...['Retry-After', String(retryAfterSeconds)],
  ];

  const refused = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '' } = request;
    if (!isPublicRead(method, url)) return false;
    const startedAt = performance.now();
    const route = admission.refusedAt(url, response);
    if (!route) return false;
    response.writeHead(refusedStatus, [...refusalHeaders, 'X-Request-Id', idOf(request)]);
    response.end(method === 'HEAD' ? undefined : refusal);
    publicReads.inc({ from: 'refused' });
    requestSeconds.observe({ method, route, status: refusedStatus }, (performance.now() - startedAt) / 1_000);
    return true;
  };

  const answered = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '' } = request;
    // Traces want every request as a span; debugging wants every line.
    if (!isPublicRead(method, url) || tracing() || logger.isLevelEnabled('debug')) return false;
    const startedAt = performance.now();
    const prepared = readyFor(url, answers, forecasts);
    if (!prepared) return false;
    const encoding = encodingFor(request.headers['accept-encoding']);
    const headers = headersOf(prepared, encoding);
    const { body, etag } = prepared.variants[encoding];
    const unchanged = isUnchanged(request.headers['if-none-match'], etag);
    const status = unchanged ? 304 : 200;
    // Five times as fast as concat.
    const sent = (unchanged ? headers.unchanged : headers.full).slice();
    sent.push('X-Request-Id', idOf(request));
    response.writeHead(status, sent);
    if (unchanged || method === 'HEAD') response.end();
    else response.end(body);
    publicReads.inc({ from: 'memory' });
    const query = url.indexOf('?');
    const route = query < 0 ? url : url.slice(0, query);
    requestSeconds.observe({ method, route, status }, (performance.now() - startedAt) / 1_000);
    return true;
  };

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answered(request, response) && !refused(request, response)) others(request, response);
  });
}
