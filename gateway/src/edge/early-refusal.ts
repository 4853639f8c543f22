import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.js';
import { failure } from './envelope.js';
import { render } from './error.filter.js';
import { requestIdOf } from './request-edge.js';
import { answerHeaders } from './security-headers.js';
import { trustedProxies } from './trusted-proxies.js';

/**
 * An answer that tells of a failure, ready to be sent before Express has looked at the request; with the same bytes and headers as
 * if it had.
 * @param error what the failure would have been thrown as
 * @returns sends it
 */
export function earlyRefusal(
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
