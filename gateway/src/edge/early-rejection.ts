import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.js';
import { failure } from './envelope.js';
import { render } from './error.filter.js';
import { requestIdOf } from './request-edge.js';
import { answerHeaders } from './security-headers.js';
import { trustedProxies } from './trusted-proxies.js';

/**
 * Prepares an error response to send before Express, with the same bytes and headers.
 * @param error the equivalent exception
 * @returns a function that sends it
 */
export function earlyRejection(
  config: Config,
  error: unknown,
): (request: IncomingMessage, response: ServerResponse) => void {
  const trusts = trustedProxies(config.TRUSTED_PROXY_CIDR);
  const { status, message, retryAfterSeconds } = render(error);
  const body = Buffer.from(JSON.stringify(failure(message)));
  const headers = answerHeaders(config).flat();
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length));
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds));
  return (request, response) => {
    response.writeHead(status, [...headers, 'X-Request-Id', requestIdOf(request, trusts)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
