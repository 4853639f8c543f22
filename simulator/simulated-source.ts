import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { edited, typeIn, withHeaders, written, type Behavior, type ErrorFormat, type Mode } from './provider-modes.js';

/** Shared by all sources of radar, outlooks, reports and rivers. */
export interface Sky {
  /** Upstream time. */
  now: Date;
  /** By the weather service's mode: a usual day with some storms, a quiet one, or the outbreak. */
  kind: 'usual' | 'calm' | 'outbreak';
  /** Of the outbreak timeline. */
  minutes: number;
  /** For sources with their own content modes. */
  mode: Mode;
}

/** Bytes are sent unchanged, anything else as JSON. */
export interface Found {
  status: number;
  /** Default for a failure: the manner's. */
  body?: unknown;
  /** Default: the manner's. */
  mediaType?: string;
}

/** In the form of the source's documents and of code that reads them. */
export interface Source {
  errorFormat: ErrorFormat;
  find: (address: URL, sky: Sky) => Found | Promise<Found>;
  /** Whether matching ETags get a 304. */
  isConditional?: boolean;
}

/** Without documented error responses. */
export const plainFailure: ErrorFormat['failure'] = (status) => ({
  mediaType: 'application/json',
  body: { message: `status ${status}` },
});

/** Sends a source's document for this sky, according to its mode. */
export async function sendDocument(
  source: Source,
  request: IncomingMessage,
  response: ServerResponse,
  { path, sky, behavior }: { path: string; sky: Sky; behavior: Behavior },
): Promise<void> {
  const found = await source.find(new URL(path, 'http://simulator'), sky);
  const isPlain = found.status === 200;
  const defaults = isPlain ? source.errorFormat : source.errorFormat.failure(found.status);
  const body = found.body ?? ('body' in defaults ? defaults.body : undefined);
  const fullBytes = Buffer.isBuffer(body) ? body : Buffer.from(written(edited(body, behavior.edit), sky.mode));
  const bytes =
    sky.mode === 'malformed' && Buffer.isBuffer(body) ? fullBytes.subarray(0, fullBytes.length / 2) : fullBytes;
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const documentHeaders = {
    'Content-Type': typeIn(sky.mode, found.mediaType ?? defaults.mediaType),
    ...(sky.kind === 'outbreak' && sky.mode === 'ok' && { Date: sky.now.toUTCString() }),
    ...(isPlain && source.isConditional && { ETag: etag }),
  };
  const headers = withHeaders(documentHeaders, behavior);
  if (isPlain && source.isConditional && request.headers['if-none-match'] === etag)
    return void response.writeHead(304, headers).end();
  response.writeHead(found.status, { ...headers, 'Content-Length': bytes.length }).end(bytes);
}
