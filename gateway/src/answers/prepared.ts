import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync, type BrotliOptions } from 'node:zlib';

/** An answer that is serialised, compressed and tagged once, and then only copied to sockets. */

const compressBrotli = promisify(brotliCompress);

export type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  body: Buffer;
  etag: string;
}

export interface Prepared {
  /** Changes with the content, the same for every encoding. */
  readonly digest: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly variants: Readonly<Record<Encoding, Variant>>;
}

/** Below this a compressed body is no smaller in packets. */
const smallestWorthCompressing = 512;
/** Good compression for a few milliseconds; the answers are made anew every few seconds. */
const brotliQuality = 5;

/** Up to here compressing takes less than a millisecond, and handing it to another thread as long again. */
const mostAtOnceBytes = 64 * 1024;

const compress = (body: Buffer, options: BrotliOptions): Buffer | Promise<Buffer> =>
  body.length <= mostAtOnceBytes ? brotliCompressSync(body, options) : compressBrotli(body, options);

/** Compresses and tags a body. */
export async function prepare(text: string, headers: Readonly<Record<string, string>>): Promise<Prepared> {
  const identity = Buffer.from(text);
  const digest = digestOf(text);
  const worth = identity.length >= smallestWorthCompressing;
  const brotliOptions = {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  };
  const plain = { body: identity, etag: `"${digest}"` };
  // Strong tags differ per encoding: the bytes do (RFC 9110, 8.8.3.3).
  const br = worth ? { body: await compress(identity, brotliOptions), etag: `"${digest}-br"` } : plain;
  let gz: Variant | undefined = worth ? undefined : plain;
  return {
    digest,
    headers: { ...headers, Vary: 'Accept-Encoding' },
    variants: {
      identity: plain,
      br,
      // Few clients do without Brotli: made for the first of them, a fifth of a millisecond for a home page.
      get gzip() {
        return (gz ??= { body: gzipSync(identity, { level: 6 }), etag: `"${digest}-gzip"` });
      },
    },
  };
}

/** A short name for a content. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const accepts = (header: string, coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(header);

/** Browsers send a handful of different headers; the same few are not parsed again and again. */
const chosen = new Map<string, Encoding>();

/** The best encoding that a client takes. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const header = (acceptEncoding ?? '').slice(0, 200);
  const known = chosen.get(header);
  if (known) return known;
  const encoding = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'identity';
  if (chosen.size < 1_000) chosen.set(header, encoding);
  return encoding;
}

/** If-None-Match, compared weakly as RFC 9110 asks for GET: a cache on the way may have weakened the tag. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

/** Sends a prepared answer: the body, nothing (HEAD), or 304. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  prepared: Prepared,
  status = 200,
): void {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const { body, etag } = prepared.variants[encoding];
  for (const [name, value] of Object.entries(prepared.headers)) response.setHeader(name, value);
  response.setHeader('ETag', etag);
  if (status === 200 && isUnchanged(request.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    response.removeHeader('Content-Type');
    response.end();
    return;
  }
  response.statusCode = status;
  if (body !== prepared.variants.identity.body) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
