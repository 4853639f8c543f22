/**
 * One spelling per address decides its route, limits and cache key. Others (`/main//home`, `/m%61in/home`,
 * `/main/./home`) are refused before routing: Express, nginx and our code may interpret them differently, which could
 * bypass a limit. web/nginx/site/maps.conf has the same patterns.
 */

/** Absolute form, as proxies send it (RFC 9112, 3.2.2). */
const withHost = /^https?:\/\/[^/?#]*/i;
/** Empty and dot segments, backslashes, and anything but printable ASCII. */
const ambiguous = /\/\/|\/\.{1,2}(?:\/|$)|\\|[^\x21-\x7e]/;
/** Unreserved characters need no encoding (RFC 3986, 2.3). Servers disagree on encoded slashes and backslashes. */
const needlesslyEncoded = /%(?:2[def]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])/i;
/** With a trailing slash, these don't exist; pages redirect. */
const isApi = /^\/(?:main|admin|media)\//;

export type Reading = { take: string } | { redirect: string } | 'refuse';

/** @param target a path and query, or an address with its host */
export function readAddress(target: string): Reading {
  const url = target.startsWith('/') ? target : target.replace(withHost, '') || '/';
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (!path.startsWith('/')) return path === '' ? { take: `/${url}` } : 'refuse';
  if (url.includes('#') || ambiguous.test(path) || needlesslyEncoded.test(path)) return 'refuse';
  if (path === '/' || !path.endsWith('/')) return { take: url };
  return isApi.test(path) ? 'refuse' : { redirect: path.slice(0, -1) + url.slice(path.length) };
}
