/** Reads HTTP headers of provider responses. */
import type { Dispatcher } from 'undici';

/** For conditional requests (RFC 9110, 13.1). */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

export interface ResponseTime {
  /** The Age header. */
  ageSeconds: number;
  /** The Date header, milliseconds since 1970 UTC. */
  date?: number;
}

type Headers = Dispatcher.ResponseData['headers'];

/** Reads Date (milliseconds since 1970 UTC, absent if malformed) and Age (0 if absent). */
export function timeOf(headers: Headers): ResponseTime {
  const ageSeconds = Number(headers['age'] ?? 0);
  const date = Date.parse(String(headers['date'] ?? ''));
  return { ageSeconds: Number.isFinite(ageSeconds) ? ageSeconds : 0, ...(!Number.isNaN(date) && { date }) };
}

/** Returns what a later conditional request sends back. */
export function validatorsOf(headers: Headers): Validators {
  const etag = headers['etag'];
  const lastModified = headers['last-modified'];
  return {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
}

/** Accepts application/json and its suffixes, such as application/geo+json. */
export const isJson = (contentType: Headers[string]) => /^application\/([a-z.-]+\+)?json\b/i.test(String(contentType));

/** Seconds or a date (RFC 9110, 10.2.3), in milliseconds. */
export function retryAfterMs(header: Headers[string]): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
