/**
 * One spelling of each address decides its route, its limits and its place in caches. Another spelling of the same address
 * (`/main//home`, `/m%61in/home`, `/main/./home`) is refused before anything looks at it: what Express, nginx and we make of it
 * need not be the same, and a limit that one of them does not see is none. web/nginx/site/maps.conf has the same patterns.
 */

/** The whole address of a request, as proxies send it (RFC 9112, 3.2.2); ours is the part after the host. */
const withHost = /^https?:\/\/[^/?#]*/i;
/** Empty and dot segments, backslashes, and what is no plain ASCII. */
const ambiguous = /\/\/|\/\.{1,2}(?:\/|$)|\\|[^\x21-\x7e]/;
/** Letters, digits and -._~ need no encoding (RFC 3986, 2.3); an encoded slash or backslash is a slash to some and none to others. */
const needlesslyEncoded = /%(?:2[def]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])/i;
/** Here a trailing slash is another address, which nothing has; pages are redirected. */
const isApi = /^\/(?:main|admin|media)\//;

/** What to do with an address: take it as it is spelled here, send the client to the right one, or refuse it. */
export type Reading = { take: string } | { redirect: string } | 'refuse';

/** @param target what the request line names: a path and query, or an address with its host */
export function readAddress(target: string): Reading {
  const url = target.startsWith('/') ? target : target.replace(withHost, '') || '/';
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (!path.startsWith('/')) return path === '' ? { take: `/${url}` } : 'refuse';
  if (url.includes('#') || ambiguous.test(path) || needlesslyEncoded.test(path)) return 'refuse';
  if (path === '/' || !path.endsWith('/')) return { take: url };
  return isApi.test(path) ? 'refuse' : { redirect: path.slice(0, -1) + url.slice(path.length) };
}
