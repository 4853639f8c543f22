import { setTimeout as pause } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** How a simulated provider behaves. What each mode does is in README.md. */
export const modes = [
  'ok',
  'slow',
  'hang',
  'drip',
  'reset',
  'http',
  'html',
  'malformed',
  'empty',
  'null',
  'wrong_type',
  'content_type',
  'renamed',
  'strings',
  'infinite',
  'future',
  'stale',
  'huge',
  'gzip_bomb',
  'redirect',
  'nulls',
  'calm',
  'tornado',
  'outbreak',
  'v5',
  'free_plan',
] as const;
export type Mode = (typeof modes)[number];

export interface Behaviour {
  mode: Mode;
  delay_ms?: number;
  status?: number;
  /** For this many calls; then `ok`. */
  times?: number;
  /** Only for addresses that contain this text. */
  path?: string;
  expires_in_s?: number;
  /** `outbreak`: how many minutes of the timeline pass in a second; a sixtieth when absent. */
  minutes_per_s?: number;
  /** How far the provider's clock, as its answers' Date says it, is ahead of this machine's. */
  clock_ahead_s?: number;
  /** `none`: answers without a Date. `held`: every answer has the Date of the moment that this was set, as from a cache. */
  date?: 'none' | 'held';
}

const geoJson = 'application/geo+json';

/** A provider's own way of answering: its media type, and what it says when it fails. */
export interface Manner {
  mediaType: string;
  failure: (status: number) => { mediaType: string; body: unknown };
}

/** As the National Weather Service answers. */
export const nwsManner: Manner = {
  mediaType: geoJson,
  failure: (status) => ({
    mediaType: 'application/problem+json',
    body: problem(status, 'Unexpected Problem', 'UnexpectedProblem'),
  }),
};
/** weather-gov/api#71 saw 88 hours. */
export const recordingAgeWhenStaleMs = 88 * 3_600_000;
const futureMs = 48 * 3_600_000;
const hugeBytes = 50 * 1024 * 1024;
/** A megabyte of white space, which JSON allows anywhere. */
const blanks = Buffer.alloc(1024 * 1024, ' ');

let packedBlanks: Buffer | undefined;
/** Made on first use, as it takes a second. */
const gzipBomb = () => (packedBlanks ??= gzipSync(Buffer.concat([Buffer.alloc(hugeBytes, ' '), Buffer.from('{}')])));

/** The weather service's error document (https://api.weather.gov/openapi.json, ProblemDetail). */
export const problem = (status: number, title: string, type: string) => ({
  correlationId: 'simulated',
  title,
  type: `https://api.weather.gov/problems/${type}`,
  status,
  detail: title,
  instance: 'https://api.weather.gov/requests/simulated',
});

/** Sends a JSON document as the provider does. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const type = status === 200 ? geoJson : 'application/problem+json';
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(body));
}

/** Answers by a mode that is about transport; false when the mode is one about content. */
export async function misbehave(
  response: ServerResponse,
  behaviour: Behaviour,
  trap: string,
  manner: Manner = nwsManner,
): Promise<boolean> {
  const { mediaType } = manner;
  switch (behaviour.mode) {
    case 'hang':
      return true;
    case 'drip':
      response.writeHead(200, { 'Content-Type': mediaType });
      while (!response.destroyed) {
        response.write(' ');
        await pause(1_000);
      }
      return true;
    case 'reset':
      response.writeHead(200, { 'Content-Type': mediaType, 'Content-Length': '1000' }).write('{"type":');
      await pause(10);
      response.destroy();
      return true;
    case 'http': {
      const status = behaviour.status ?? 500;
      const headers = status === 429 || status === 503 ? { 'Retry-After': '30' } : undefined;
      const { mediaType: failureType, body } = manner.failure(status);
      response.writeHead(status, { 'Content-Type': failureType, ...headers }).end(JSON.stringify(body));
      return true;
    }
    case 'html':
      response
        .writeHead(behaviour.status ?? 200, { 'Content-Type': 'text/html' })
        .end('<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY>Access Denied</BODY></HTML>');
      return true;
    case 'empty':
      response.writeHead(200, { 'Content-Type': mediaType }).end();
      return true;
    case 'null':
      response.writeHead(200, { 'Content-Type': mediaType }).end('null');
      return true;
    case 'huge':
      response.writeHead(200, { 'Content-Type': mediaType });
      for (let sent = 0; sent < hugeBytes && !response.destroyed; sent += blanks.length) {
        if (!response.write(blanks))
          await Promise.race([new Promise((resolve) => response.once('drain', resolve)), pause(1_000)]);
      }
      response.end('{}');
      return true;
    case 'gzip_bomb':
      response.writeHead(200, { 'Content-Type': mediaType, 'Content-Encoding': 'gzip' }).end(gzipBomb());
      return true;
    case 'redirect':
      response.writeHead(302, { Location: trap }).end();
      return true;
    default:
      return false;
  }
}

/** Every measured value gone, as the provider sends them when a sensor is out. */
export function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutValues);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      if (name === 'value' || name === 'headline') return [name, null];
      if (name === 'windSpeed' && typeof entry === 'string') return [name, null];
      if (name === 'textDescription') return [name, ''];
      return [name, withoutValues(entry)];
    }),
  );
}

/** Every number changed by `change`. */
function withNumbers(value: unknown, change: (number: number) => unknown): unknown {
  if (typeof value === 'number') return change(value);
  if (Array.isArray(value)) return value.map((entry) => withNumbers(entry, change));
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withNumbers(entry, change)]));
}

/** Every field under another name, as after a change of the provider's interface that nobody announced. */
function withOtherNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOtherNames);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [`${name}V2`, withOtherNames(entry)]));
}

const infinity = '"∞"';

/** A document as text in the mode's way; as it is in every mode that is not about content. */
export function written(body: unknown, mode: Mode): string {
  switch (mode) {
    case 'wrong_type':
      return JSON.stringify(withNumbers(body, (number) => `about ${number}`));
    case 'strings':
      return JSON.stringify(withNumbers(body, String));
    case 'infinite':
      // Valid JSON that no number of ours can hold; it is read as Infinity.
      return JSON.stringify(withNumbers(body, () => '∞')).replaceAll(infinity, '1e999');
    case 'renamed':
      return JSON.stringify(withOtherNames(body));
    case 'malformed': {
      const text = JSON.stringify(body);
      return text.slice(0, text.length / 2);
    }
    default:
      return JSON.stringify(body);
  }
}

/** The media type that a mode sends a good document under. */
export const typeIn = (mode: Mode, mediaType: string): string => (mode === 'content_type' ? 'text/plain' : mediaType);

/** The provider's clock: far behind in "stale", far ahead in "future". */
export function clockIn(mode: Mode): Date {
  const aheadMs = mode === 'stale' ? -recordingAgeWhenStaleMs : mode === 'future' ? futureMs : 0;
  return new Date(Date.now() + aheadMs);
}
