import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { controllers } from '../app.module.js';
import { getResponseSchema } from '../edge/api/api-docs.js';
import { patternOf, routesOf } from '../edge/route-traits.js';

/** Validates every response in tests against its route's documented schema: no field missing, none undocumented. */

interface CheckedRoute {
  method: string;
  path: RegExp;
  answer: z.ZodType | undefined;
  isCached: boolean;
}

const routes: CheckedRoute[] = routesOf(controllers).map(({ method, path, handler, isCached }) => ({
  method,
  path: new RegExp(`^${patternOf(path)}/?$`),
  answer: getResponseSchema(handler),
  isCached,
}));

function textOf(body: Buffer): string {
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body).toString();
  return body[0] === '{'.charCodeAt(0) ? body.toString() : brotliDecompressSync(body).toString();
}

/** The headers as sent. `getHeader` misses those passed to `writeHead`. */
const headOf = (response: ServerResponse) => (response as unknown as { _header: string })._header;

/** Returns how a response contradicts its route's documentation; undefined if it doesn't. */
function findProblem(
  { answer: responseSchema, isCached }: CheckedRoute,
  response: ServerResponse,
  body: Buffer,
): string | undefined {
  const caching = /^cache-control: (.*)$/im.exec(headOf(response))?.[1] ?? '';
  if (isCached !== /\bpublic\b/.test(caching))
    return `answered with "${caching}" and ${isCached ? 'declared' : 'not declared'} with @CachedByNginx()`;
  // Forms without scripts get a page.
  if (/^content-type: text\/html/im.test(headOf(response))) return undefined;
  if (!responseSchema || body.length === 0 || response.hasHeader('content-disposition')) return undefined;
  const { error } = responseSchema.safeParse(JSON.parse(textOf(body)));
  return error && `not as described: ${JSON.stringify(error.issues)}`;
}

/**
 * Fails the current test if a response doesn't match its route's documentation, or its caching doesn't match nginx's.
 */
export function checkResponses(server: Server): void {
  const check = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const [path = ''] = (request.url ?? '').split('?');
    const matching = routes.filter(({ method, path: pattern }) => method === request.method && pattern.test(path));
    const route = matching.find(({ path: pattern }) => !pattern.source.includes('[^')) ?? matching[0];
    if (!route || ![200, 201, 202].includes(response.statusCode)) return;
    const found = findProblem(route, response, body);
    if (!found) return;
    const error = new Error(`${request.method} ${path} is ${found}`);
    // Thrown outside the request handler, where it would count as a gateway failure.
    setImmediate(() => {
      throw error;
    });
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    const collect = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as Buffer));
    };
    const { write, end } = response;
    response.write = function (this: ServerResponse, ...args: Parameters<typeof write>) {
      collect(args[0]);
      return write.apply(this, args);
    } as typeof write;
    response.end = function (this: ServerResponse, ...args: Parameters<typeof end>) {
      collect(args[0]);
      return end.apply(this, args);
    } as typeof end;
    response.once('finish', () => check(request, response, Buffer.concat(chunks)));
  });
}
