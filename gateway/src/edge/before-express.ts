/** Handles requests before Express. Express's middleware costs several times as much CPU time and memory. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Config } from '../config.js';
import { failure } from './envelope.js';
import { render } from './error.filter.js';
import { requestIdOf } from './request-edge.js';
import { buildSecurityHeaders } from './security-headers.js';
import { trustedProxies } from './trusted-proxies.js';

/** Installs `handle` before the server's listener, `others`, which gets the requests it leaves. */
export function handleFirst(
  server: Server,
  handle: (request: IncomingMessage, response: ServerResponse, others: RequestListener) => void,
): void {
  const [others] = server.listeners('request') as RequestListener[];
  if (!others) throw new Error('the server has no listener yet');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => handle(request, response, others));
}

/** Alternating names and values, for responses that set their own Cache-Control. */
export const headersWithoutCaching = (config: Config): string[] =>
  buildSecurityHeaders(config).flatMap((header) => (header[0] === 'Cache-Control' ? [] : header));

/** Renders alternating names and values as lines of an HTTP/1.1 head. */
export const headerLines = (headers: readonly string[]): string =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}\r\n`] : [])).join('');

/** Prepares an error response like the exception's. @returns its sender */
export function earlyRejection(
  config: Config,
  error: unknown,
): (request: IncomingMessage, response: ServerResponse) => void {
  const trusts = trustedProxies(config.TRUSTED_PROXY_CIDR);
  const { status, message, retryAfterSeconds } = render(error);
  const body = Buffer.from(JSON.stringify(failure(message)));
  const headers = buildSecurityHeaders(config).flat();
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length));
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds));
  return (request, response) => {
    response.writeHead(status, [...headers, 'X-Request-Id', requestIdOf(request, trusts)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
