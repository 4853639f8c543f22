/** What the worker does with a request: by its address alone, so that it can be read, and tested, without a browser. */

export type Treatment =
  /** A document: from the line, or the last one of the same address. */
  | { kind: 'page' }
  /** A file of the build. */
  | { kind: 'file' }
  /** An answer that pages ask for: from the line, or the last one after so long. */
  | { kind: 'data'; patienceMs: number };

/** A document that has not come after so long is replaced by the one that was kept. */
export const pagePatienceMs = 3_000;
const dataPatienceMs = 3_000;
/**
 * The page holds the alerts of its document or of the last answer, so a kept answer brings nothing that it does not know. On a
 * line that is slow but works a true answer after eight seconds is worth more than "unavailable" after three.
 */
const alertsPatienceMs = 10_000;

/** Addresses of the dashboard, of pictures and of the API, which are none of the worker's business. */
const othersPaths =
  /^\/(dashboard|moderate|admin|main|media|share|go|docs|docs-json|docs-yaml|healthz|readyz|metrics|csp-report|sw\.js|sw-off\.js)(\/|$)/;
/** Opened as documents, and yet none. Not every ending: the keys of events end in ".2026". */
const noPage = /\.(atom|ico|jpe?g|js|json|mjs|pdf|png|svg|txt|webmanifest|webp|xml)$/;
const dataPaths: Readonly<Record<string, number>> = {
  '/main/home': dataPatienceMs,
  '/main/weather/forecast': dataPatienceMs,
  '/main/weather/alerts': alertsPatienceMs,
};

/** Files of the build: with a hash in their names, or named in every document. */
const files = /^\/(assets\/[^?#]+|theme\.js|favicon\.svg|apple-touch-icon\.png|manifest\.webmanifest)$/;

/** Whether a path is a file of the build. */
export const isFile = (path: string): boolean => files.test(path);
/** Whether a file never changes under its name. */
export const isImmutable = (path: string): boolean => path.startsWith('/assets/');

/**
 * @param request as far as it decides; `mode` is "navigate" for a document
 * @param origin ours
 * @returns undefined for what is left to the browser: other sites, everything that may change something, the dashboard
 */
export function treatmentOf(
  { url, method, mode }: Pick<Request, 'url' | 'method' | 'mode'>,
  origin: string,
): Treatment | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return undefined;
  const { pathname } = address;
  if (mode === 'navigate') return othersPaths.test(pathname) || noPage.test(pathname) ? undefined : { kind: 'page' };
  if (isFile(pathname)) return { kind: 'file' };
  const patienceMs = Object.hasOwn(dataPaths, pathname) ? dataPaths[pathname] : undefined;
  return patienceMs === undefined ? undefined : { kind: 'data', patienceMs };
}

/** Names a thing or a place; everything else in a query is somebody's own, as the token of a mail. */
const keepableParameters = new Set(['id', 'lat', 'lon', 'name']);

/** Whether the page at an address may be kept on the device. */
export function isKeepablePage(address: URL, origin: string): boolean {
  const isPage = treatmentOf({ url: address.href, method: 'GET', mode: 'navigate' }, origin) !== undefined;
  return isPage && [...address.searchParams.keys()].every((name) => keepableParameters.has(name));
}

/** A page that is kept. */
export interface KeptPage {
  address: string;
  /** Milliseconds since 1970 UTC. */
  keptAt: number;
}

/** So many pages are kept. */
const mostPages = 5;

/**
 * The pages that have to go. The home page, the week and the newest county are what somebody without a line opens: they stay
 * for as long as others can go.
 */
export function overdue(pages: readonly KeptPage[]): string[] {
  const newest = [...pages].sort((one, other) => other.keptAt - one.keptAt);
  const isCounty = ({ address }: KeptPage) => /^\/now\/[a-z-]+$/.test(new URL(address).pathname);
  const county = newest.find(isCounty);
  const isWanted = (page: KeptPage) => page === county || /^\/(forecast)?$/.test(new URL(page.address).pathname);
  return [...newest.filter(isWanted), ...newest.filter((page) => !isWanted(page))]
    .slice(mostPages)
    .map(({ address }) => address);
}
