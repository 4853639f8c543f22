/** How a simulated provider may misbehave, and the responses of each mode. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** A simulated provider's behavior (README.md). */
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

export interface Behavior {
  mode: Mode;
  delay_ms?: number;
  status?: number;
  /** Calls; then `ok`. */
  times?: number;
  /** Only for addresses with this text. */
  path?: string;
  expires_in_s?: number;
  /** `outbreak`: timeline minutes per second; default: 1/60. */
  minutes_per_s?: number;
  /** Of the Date of responses, relative to this machine's clock. */
  clock_ahead_s?: number;
  /** `none`: no Date. `current`: the Date stays at the moment this was set, as in cached responses. */
  date?: 'none' | 'held';
  /** Of JSON answers: a field, by its path through objects and lists ("features.properties.event"). */
  edit?: { field: string; value?: unknown };
  /** Of answers; null omits a header. */
  headers?: Readonly<Record<string, string | null>>;
}

const geoJson = 'application/geo+json';

export interface ErrorFormat {
  mediaType: string;
  failure: (status: number) => { mediaType: string; body: unknown };
}

export const nwsErrorFormat: ErrorFormat = {
  mediaType: geoJson,
  failure: (status) => ({
    mediaType: 'application/problem+json',
    body: problem(status, 'Unexpected Problem', 'UnexpectedProblem'),
  }),
};
/** Reported in weather-gov/api#71. */
export const recordingAgeWhenStaleMs = 88 * 3_600_000;
const futureMs = 48 * 3_600_000;
const hugeBytes = 50 * 1024 * 1024;
/** JSON allows white space between tokens. */
const blanks = Buffer.alloc(1024 * 1024, ' ');

let packedBlanks: Buffer | undefined;
/** Takes a second, so it is made when the mode is set. */
export const gzipBomb = () =>
  (packedBlanks ??= gzipSync(Buffer.concat([Buffer.alloc(hugeBytes, ' '), Buffer.from('{}')])));

/** ProblemDetail of https://api.weather.gov/openapi.json. */
export const problem = (status: number, title: string, type: string) => ({
  correlationId: 'simulated',
  title,
  type: `https://api.weather.gov/problems/${type}`,
  status,
  detail: title,
  instance: 'https://api.weather.gov/requests/simulated',
});

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const type = status === 200 ? geoJson : 'application/problem+json';
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(body));
}

/** Responds in a transport mode; false for a content mode. */
export async function misbehave(
  response: ServerResponse,
  behavior: Behavior,
  trap: string,
  errorFormat: ErrorFormat = nwsErrorFormat,
): Promise<boolean> {
  const { mediaType } = errorFormat;
  switch (behavior.mode) {
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
      const status = behavior.status ?? 500;
      const headers = status === 429 || status === 503 ? { 'Retry-After': '30' } : undefined;
      const { mediaType: failureType, body } = errorFormat.failure(status);
      response.writeHead(status, { 'Content-Type': failureType, ...headers }).end(JSON.stringify(body));
      return true;
    }
    case 'html':
      response
        .writeHead(behavior.status ?? 200, { 'Content-Type': 'text/html' })
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

/** Nulls measured values, as when a sensor is out. */
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

function withNumbers(value: unknown, change: (number: number) => unknown): unknown {
  if (typeof value === 'number') return change(value);
  if (Array.isArray(value)) return value.map((entry) => withNumbers(entry, change));
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withNumbers(entry, change)]));
}

/** Renames fields, as in an unannounced API change. */
function withOtherNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOtherNames);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [`${name}V2`, withOtherNames(entry)]));
}

/** Replaces a field in every object of the path, or removes it without a value. */
export function edited(body: unknown, edit: Behavior['edit']): unknown {
  if (!edit) return body;
  const change = (value: unknown, [name = '', ...rest]: string[]): unknown => {
    if (Array.isArray(value)) return value.map((entry) => change(entry, [name, ...rest]));
    if (!value || typeof value !== 'object' || !(name in value)) return value;
    const { [name]: current, ...others } = value as Record<string, unknown>;
    if (rest.length > 0) return { ...others, [name]: change(current, rest) };
    return edit.value === undefined ? others : { ...others, [name]: edit.value };
  };
  return change(body, edit.field.split('.'));
}

/** Applies a behavior's headers. */
export function withHeaders(headers: Readonly<Record<string, string>>, { headers: behaviorHeaders = {} }: Behavior) {
  const all: Record<string, string | null> = { ...headers, ...behaviorHeaders };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
  );
}

const infinity = '"∞"';

/** Serializes a document, altered by a content mode. */
export function written(body: unknown, mode: Mode): string {
  switch (mode) {
    case 'wrong_type':
      return JSON.stringify(withNumbers(body, (number) => `about ${number}`));
    case 'strings':
      return JSON.stringify(withNumbers(body, String));
    case 'infinite':
      // Valid JSON, parsed as Infinity.
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

/** Returns the response's media type, a wrong one in mode `content_type`. */
export const typeIn = (mode: Mode, mediaType: string): string => (mode === 'content_type' ? 'text/plain' : mediaType);

/** Returns the upstream clock, far off in "stale" and "future". */
export function clockIn(mode: Mode): Date {
  const aheadMs = mode === 'stale' ? -recordingAgeWhenStaleMs : mode === 'future' ? futureMs : 0;
  return new Date(Date.now() + aheadMs);
}
