import { newId } from '@site/platform/ids';
import { metrics } from '@site/platform/metrics';
import { runInContext } from '@site/platform/request-context';
import type { Logger } from '@site/platform/tokens';
import { beginSpan, context, SpanKind, tracing } from '@site/platform/tracing';
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
export const acceptableId = /^[\w.-]{8,64}$/;
/** The route as the code writes it, never the address as it was asked: what visitors type must not become a label. */
function routeOf(request: Request, response: Response): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  const { route } = response.locals as { route?: unknown };
  return typeof path === 'string' ? path : typeof route === 'string' ? route : 'other';
}

/** Asked every few seconds by whatever supervises us. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * Gives every request an id, carried into every process and every log line and told to the client, and writes one line per
 * request. Query strings are left out: they hold what people typed, and tokens.
 */
export function requestEdge(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const trusts = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
    const given = request.get('x-request-id');
    const requestId = given && acceptableId.test(given) && trusts(request.socket.remoteAddress, 0) ? given : newId();
    response.setHeader('X-Request-Id', requestId);
    const path = request.path;
    // Now: a request that was destroyed has no socket to tell it any more.
    const client = request.ip;
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
