import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { metrics } from '@site/platform/base/metrics';
import { runInContext } from '@site/platform/base/request-context';
import type { Logger } from '@site/platform/base/tokens';
import { beginSpan, context, SpanKind, tracing } from '@site/platform/base/tracing';
import type { Request, RequestHandler, Response } from 'express';
import { Histogram } from 'prom-client';

export const requestSeconds = new Histogram({
  name: 'http_server_request_seconds',
  help: 'Duration of HTTP requests',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  registers: [metrics],
});

const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']);
/** What a request id from outside may look like. */
const acceptableId = /^[\w.-]{8,64}$/;

/** Whether a neighbour's forwarding headers are believed. */
type Trusts = (address: string | undefined) => boolean;

/** The id that a trusted proxy has given the request, otherwise a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage, trusts: Trusts): string {
  const given = headers['x-request-id'];
  // A random id costs a twentieth of one that sorts by time: Node keeps randomness in store for it.
  return typeof given === 'string' && acceptableId.test(given) && trusts(socket.remoteAddress) ? given : randomUUID();
}

/** The route as the code spells it, never the address that was asked for: what visitors type must not become a label. */
function routeOf(request: Request, response: Response): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  const { route } = response.locals as { route?: unknown };
  return typeof path === 'string' ? path : typeof route === 'string' ? route : 'other';
}

/** Asked every few seconds by whatever supervises the process. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * Gives every request an id, which goes into every process, every log line and the answer, and logs one line per request.
 * Query strings are left out: they hold tokens and what people typed.
 */
export function requestEdge(logger: Logger, trusts: Trusts = () => false): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request, trusts);
    response.setHeader('X-Request-Id', requestId);
    const path = request.path;
    // Read once, for limits and logs alike: a request that was destroyed has no socket left to tell it.
    const client = request.ip;
    Object.defineProperty(request, 'ip', { value: client });
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const status = response.writableFinished ? response.statusCode : 499;
      const method = methods.has(request.method) ? request.method : 'other';
      requestSeconds.observe({ method, route: routeOf(request, response), status }, ms / 1_000);
      if (probes.has(path)) return;
      const bytes = Number(response.getHeader('content-length') ?? 0);
      logger.info(
        { requestId, method: request.method, path, status, ms: Math.round(ms * 10) / 10, bytes, client },
        'request',
      );
    });
    if (!tracing()) return runInContext({ requestId }, next);
    const { span, inside } = beginSpan(request.method, {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'url.path': path, 'request.id': requestId },
    });
    response.once('close', () => span.setAttribute('http.response.status_code', response.statusCode).end());
    context.with(inside, () => runInContext({ requestId }, next));
  };
}
