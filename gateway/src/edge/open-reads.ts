/**
 * Reads that scripts of other sites may make (CORS): weather and feeds, which are the same for everyone. Map tiles and
 * place searches spend budgets of providers, and a stream occupies a connection, so they stay with our pages.
 */
import type { IncomingMessage } from 'node:http';

const openPaths =
  /^\/(?:main\/weather\/(?!search|tiles|alerts\/stream)|alerts\.atom|now\/[\w-]+\/alerts\.atom|feed\.xml)/;

export const isOpenRead = ({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && openPaths.test(url);

/** Sent to every client, because shared caches keep one response for all. */
export const openReadHeaders: readonly [string, string][] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'ETag, Retry-After, X-Request-Id'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
];
