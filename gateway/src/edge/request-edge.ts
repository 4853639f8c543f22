/** Outermost middleware: gives each request an id, logs it, and measures its duration. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { metrics } from '@site/platform/base/metrics';
import { runInContext } from '@site/platform/base/request-context';
import type { Logger } from '@site/platform/base/injection-tokens';
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
const acceptableId = /^[\w.-]{8,64}$/;

type Trusts = (address: string | undefined) => boolean;

/** Returns the trusted proxy's `X-Request-Id`, otherwise a new random id. */
export function requestIdOf({ headers, socket }: IncomingMessage, trusts: Trusts): string {
  const headerValue = headers['x-request-id'];
  // A random id costs a twentieth of a time-sorted one, because Node pre-generates randomness.
  return typeof headerValue === 'string' && acceptableId.test(headerValue) && trusts(socket.remoteAddress)
    ? headerValue
    : randomUUID();
}

/** Returns the route pattern: visitor input must not become a metric label. */
function routeOf(request: Request, response: Response): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  const { route } = response.locals as { route?: unknown };
  return typeof path === 'string' ? path : typeof route === 'string' ? route : 'other';
}

/** Called every few seconds by the process supervisor. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * Assigns each request an id for all processes, log lines and the response, and logs one line. Query strings are
 * omitted: they hold tokens and user input.
 */
export function requestEdge(logger: Logger, trusts: Trusts = () => false): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request, trusts);
    response.setHeader('X-Request-Id', requestId);
    const path = request.path;
    // A destroyed request no longer has a socket to read it from.
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
