import type { IncomingMessage } from 'node:http';

/**
 * Whether a browser without scripts sends one of our pages' forms, and shows the response as a page. Scripts ask for
 * JSON. Browsers name the forms of other sites' pages in Sec-Fetch-Site.
 */
export const isPageForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && (headers.accept?.includes('text/html') ?? false) && headers['sec-fetch-site'] !== 'cross-site';
