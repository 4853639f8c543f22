import { createServer, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that echoes requests in place of the gateway, and requests of any size and framing. */

export interface Reached {
  method: string;
  url: string;
  bytes: number;
}

export interface NginxResponse {
  status: number;
  /** nginx's cache status; undefined where nginx doesn't cache. */
  cache: string | undefined;
  body: string;
}

export type Framing = 'Content-Length' | 'chunked';

/** Allows shared caches to keep all responses. */
export async function startEcho(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      response.setHeader('Cache-Control', 'public, max-age=0, s-maxage=60');
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ method: request.method, url: request.url, bytes } satisfies Partial<Reached>));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** A refusal counts even if the server didn't read the whole body. */
export function send(
  url: string,
  {
    method,
    body,
    framing = 'Content-Length',
    headers = {},
  }: {
    method: string;
    body?: Buffer;
    framing?: Framing;
    headers?: Record<string, string>;
  },
): Promise<NginxResponse> {
  return new Promise((resolve, reject) => {
    const length = body && framing === 'Content-Length' ? { 'Content-Length': String(body.length) } : {};
    const request = sendRequest(url, { method, agent: false, headers: { ...headers, ...length } });
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      const { statusCode = 0, headers: received } = response;
      const done = () => {
        resolve({ status: statusCode, cache: received['x-cache'] as string | undefined, body: text });
        request.destroy();
      };
      response.on('end', done).on('error', done);
    });
    // After the response, an error only means that the rest of the body wasn't read.
    request.on('error', reject);
    // Node sends the body of a single write with chunking of its own.
    for (let at = 0; body && at < body.length; at += 1 << 16) request.write(body.subarray(at, at + (1 << 16)));
    request.end();
  });
}
