/** Responses that are serialized, compressed and tagged once, then only copied to sockets. */
import { firstCharacters } from '@site/domain/truncate';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzipSync,
  type BrotliOptions,
} from 'node:zlib';

const compressBrotli = promisify(brotliCompress);

export type Encoding = 'br' | 'gzip' | 'identity';
export type Headers = Readonly<Record<'Content-Type' | 'Cache-Control', string> & Record<string, string>>;

/** Alternating names and values, which Node writes without further processing. */
export interface ResponseHead {
  readonly etag: string;
  readonly full: readonly string[];
  /** Without headers that describe a body, for 304 (RFC 9110, 15.4.5). */
  readonly unchanged: readonly string[];
}

interface Variant extends ResponseHead {
  readonly body: Buffer;
}

export interface Prepared {
  /** The same for every encoding. */
  readonly digest: string;
  readonly variants: Readonly<Record<Encoding, Variant>>;
}

/** Below this size, compression doesn't save a packet. */
const minCompressibleBytes = 512;
/** Good compression in a few milliseconds. */
const brotliQuality = 5;
/** Up to this size, compressing costs less than passing it to another thread. */
const maxSyncCompressBytes = 96 * 1024;

const compress = (body: Buffer, options: BrotliOptions): Buffer | Promise<Buffer> =>
  body.length <= maxSyncCompressBytes ? brotliCompressSync(body, options) : compressBrotli(body, options);

/** Precomputes the header lists of a response, with and without a body. @param bytes length of the encoded body */
export function headOf(etag: string, headers: Headers, bytes: number, encoding: Encoding = 'identity'): ResponseHead {
  const { 'Content-Type': mediaType, ...others } = headers;
  const unchanged = [...Object.entries(others).flat(), 'ETag', etag];
  const full = [...unchanged, 'Content-Type', mediaType, 'Content-Length', String(bytes)];
  if (encoding !== 'identity') full.push('Content-Encoding', encoding);
  return { etag, full, unchanged };
}

/**
 * @param before the current response; returned if the content is the same
 * @param isCompact keeps only the compressed form, for many large responses; few clients lack Brotli
 */
export async function prepare(
  text: string,
  headers: Headers,
  { before, isCompact = false }: { before?: Prepared | undefined; isCompact?: boolean } = {},
): Promise<Prepared> {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  if (before?.digest === digest) return before;
  const identity = Buffer.from(text);
  const varying = { ...headers, Vary: 'Accept-Encoding' };
  // Strong ETags differ per encoding because the bytes do (RFC 9110, 8.8.3.3).
  const variant = (body: Buffer, encoding: Encoding): Variant => ({
    ...headOf(encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`, varying, body.length, encoding),
    body,
  });
  const plain = variant(identity, 'identity');
  if (identity.length < minCompressibleBytes) return { digest, variants: { identity: plain, br: plain, gzip: plain } };
  const brotliOptions = {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  };
  const br = variant(await compress(identity, brotliOptions), 'br');
  const storedPlain = isCompact ? undefined : plain;
  const plainHead = headOf(`"${digest}"`, varying, identity.length);
  let gzip: Variant | undefined;
  return {
    digest,
    variants: {
      // "identity" and "plain" must not be used here: that would keep them.
      get identity() {
        return storedPlain ?? { ...plainHead, body: brotliDecompressSync(br.body) };
      },
      br,
      // Few clients lack Brotli; takes 0.2 ms for a home page.
      get gzip() {
        return (gzip ??= variant(gzipSync(this.identity.body, { level: 6 }), 'gzip'));
      },
    },
  };
}

const accepts = (header: string, coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(header);

/** Keyed by Accept-Encoding, of which browsers send only a handful. */
const encodingByHeader = new Map<string, Encoding>();

/** Returns the best encoding for an `Accept-Encoding` header: Brotli, gzip, or none. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const header = firstCharacters(acceptEncoding ?? '', 200);
  const cached = encodingByHeader.get(header);
  if (cached) return cached;
  const encoding = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'identity';
  if (encodingByHeader.size < 1_000) encodingByHeader.set(header, encoding);
  return encoding;
}

/** Compares weakly, as RFC 9110 requires for GET: a cache may have weakened the tag. */
function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

/** Not for HEAD, nor if the client has the current version. */
export const wantsBody = ({ method, headers }: IncomingMessage, etag: string): boolean =>
  method !== 'HEAD' && !isUnchanged(headers['if-none-match'], etag);

/**
 * Writes the status and headers; 304 if the client has the current version. Keeps headers set earlier unless the
 * response defines them too.
 * @param more extra headers
 * @returns whether the body must follow
 */
export function writeHead(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, full, unchanged }: ResponseHead,
  status = 200,
  more: readonly string[] = [],
): boolean {
  const has = status === 200 && isUnchanged(request.headers['if-none-match'], etag);
  // Faster than concat or two spreads.
  const headers = (has ? unchanged : full).slice();
  headers.push(...more);
  response.writeHead(has ? 304 : status, headers);
  return !has && request.method !== 'HEAD';
}

/** Sends a precomputed response; 304 if the client has it. @param more further header names and values in turn */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  prepared: Prepared,
  status?: number,
  more?: readonly string[],
): void {
  const variant = prepared.variants[encodingFor(request.headers['accept-encoding'])];
  const follows = writeHead(request, response, variant, status, more);
  response.end(follows ? variant.body : undefined);
}
