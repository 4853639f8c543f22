import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { typeIn, written } from '../modes.js';
import { spc } from './outlook.js';
import { mrms, nexrad } from './radar.js';
import { iem, noaaMaps } from './reports.js';
import { nwps } from './rivers.js';
import type { Sky, StormSource } from './storm-source.js';

/** Simulated sources of radar, outlooks, reports and rivers by provider name. */
export const stormSources = { mrms, nexrad, spc, iem, 'noaa-maps': noaaMaps, nwps } as const satisfies Record<
  string,
  StormSource
>;
export type StormProvider = keyof typeof stormSources;
export const stormProviders = Object.keys(stormSources) as StormProvider[];

/** Sends a source's document for this sky, according to its mode. */
export async function answerFromSky(
  request: IncomingMessage,
  response: ServerResponse,
  { provider, path, sky }: { provider: StormProvider; path: string; sky: Sky },
): Promise<void> {
  const source: StormSource = stormSources[provider];
  const found = await source.find(new URL(path, 'http://simulator'), sky);
  const isPlain = found.status === 200;
  const { mediaType, body } = isPlain
    ? { mediaType: source.manner.mediaType, body: found.body }
    : source.manner.failure(found.status);
  const whole = Buffer.isBuffer(body) ? body : Buffer.from(written(body, sky.mode));
  const bytes = sky.mode === 'malformed' && Buffer.isBuffer(body) ? whole.subarray(0, whole.length / 2) : whole;
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Content-Type': typeIn(sky.mode, found.mediaType ?? mediaType),
    ...(sky.kind === 'outbreak' && sky.mode === 'ok' && { Date: sky.now.toUTCString() }),
    ...(isPlain && source.isConditional && { ETag: etag }),
  };
  if (isPlain && source.isConditional && request.headers['if-none-match'] === etag)
    return void response.writeHead(304, headers).end();
  response.writeHead(found.status, headers).end(bytes);
}
