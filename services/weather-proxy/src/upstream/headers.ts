import type { Dispatcher } from 'undici';

/** Reads a response's time, version and type from its headers. */

/** Validators of a document's version for conditional requests (RFC 9110, 13.1). */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

/** A response's time. */
export interface AnswerTime {
  /** How long a cache on the path has held it (the Age header), in seconds. */
  ageSeconds: number;
  /** The upstream clock (the Date header), milliseconds since 1970 UTC; absent without one. */
  date?: number;
}

type Headers = Dispatcher.ResponseData['headers'];

/** Returns a response's date and its age on arrival. */
export function timeOf(headers: Headers): AnswerTime {
  const ageSeconds = Number(headers['age'] ?? 0);
  const date = Date.parse(String(headers['date'] ?? ''));
  return { ageSeconds: Number.isFinite(ageSeconds) ? ageSeconds : 0, ...(!Number.isNaN(date) && { date }) };
}

export function validatorsOf(headers: Headers): Validators {
  const [etag, lastModified] = [headers['etag'], headers['last-modified']];
  return {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
}

export const isJson = (contentType: Headers[string]) => /^application\/([a-z.-]+\+)?json\b/i.test(String(contentType));

/** Parses `Retry-After` in either form, seconds or a date (RFC 9110, 10.2.3), into milliseconds. */
export function retryAfterMs(header: Headers[string]): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
