/**
 * Detects requests that a page of another site makes a browser send (cross-site request forgery), by fetch metadata and
 * the Origin header. Other clients send neither.
 */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.js';

const hostOf = (origin: string): { host: string; hostname: string } | undefined =>
  URL.canParse(origin) ? new URL(origin) : undefined;

/** nginx passes the host on without its port. */
function isSameHost(origin: string, host: string | undefined): boolean {
  const from = hostOf(origin);
  return from !== undefined && host !== undefined && (from.host === host || from.hostname === host);
}

/** Returns the header that names another site; undefined if there is none. */
export function foreignSiteHeader(
  { headers }: IncomingMessage,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): 'Sec-Fetch-Site' | 'Origin' | undefined {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return 'Sec-Fetch-Site';
  if (origin === undefined || origin === new URL(PUBLIC_URL).origin) return undefined;
  // Our pages whose address may hold a token send no referrer, and therefore no origin.
  if (origin === 'null') return site === 'same-origin' || site === 'same-site' ? undefined : 'Origin';
  return isSameHost(origin, headers.host) ? undefined : 'Origin';
}
