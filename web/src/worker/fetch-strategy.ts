/** Decides by a request's URL alone, so that it is testable without a browser. */

export type Treatment =
  /** From the network, else the last document of the same URL. */
  | { kind: 'page' }
  | { kind: 'file' }
  /** From the network, else the cached response after the timeout. */
  | { kind: 'data'; timeoutMs: number };

/** After this, a cached document replaces the network's. */
export const pageTimeoutMs = 3_000;
const dataTimeoutMs = 3_000;
/**
 * The page already has the alerts of its document or last response, so a cached one adds nothing. On a slow connection,
 * a real response after eight seconds is better than "unavailable" after three.
 */
const alertsTimeoutMs = 10_000;

/** Paths that the worker leaves alone: the dashboard, pictures, widgets on other sites, the API. */
const othersPaths =
  /^\/(dashboard|moderate|admin|main|media|share|embed|go|docs|docs-json|docs-yaml|healthz|readyz|metrics|csp-report|sw\.js|sw-off\.js)(\/|$)/;
/** Navigations that aren't pages. Not every extension: event keys end in ".2026". */
const noPage = /\.(atom|ico|jpe?g|js|json|mjs|pdf|png|svg|txt|webmanifest|webp|xml)$/;
const dataPaths: Readonly<Record<string, number>> = {
  '/main/home': dataTimeoutMs,
  '/main/weather/forecast': dataTimeoutMs,
  '/main/weather/alerts': alertsTimeoutMs,
};

/** Files of the build: with a hash in the name, or referenced in every document. */
const files = /^\/(assets\/[^?#]+|theme\.js|favicon\.svg|apple-touch-icon\.png|manifest\.webmanifest)$/;

export const isFile = (path: string): boolean => files.test(path);
/** Whether the path contains a content hash, so that its file never changes. */
export const isImmutable = (path: string): boolean => path.startsWith('/assets/');

/**
 * @param request `mode` is "navigate" for a document
 * @param origin ours
 * @returns undefined for requests left to the browser: other sites, everything that may change data, the dashboard
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
  const timeoutMs = Object.hasOwn(dataPaths, pathname) ? dataPaths[pathname] : undefined;
  return timeoutMs === undefined ? undefined : { kind: 'data', timeoutMs };
}

/** Parameters that name a thing or place; any other may be private, like the token in an email link. */
const keepableParameters = new Set(['id', 'lat', 'lon', 'name', 'county']);

/** Whether a page may be cached for offline use. Pages with other parameters may show a token or a search. */
export function isKeepablePage(address: URL, origin: string): boolean {
  const isPage = treatmentOf({ url: address.href, method: 'GET', mode: 'navigate' }, origin) !== undefined;
  return isPage && [...address.searchParams.keys()].every((name) => keepableParameters.has(name));
}

export interface CachedPage {
  address: string;
  /** Milliseconds since 1970 UTC. */
  cachedAt: number;
}

const maxPages = 5;

/**
 * Returns the pages to delete. Offline visitors open the home page, the forecast and the latest county, so those are
 * deleted last.
 */
export function overdue(pages: readonly CachedPage[]): string[] {
  const newest = [...pages].sort((one, other) => other.cachedAt - one.cachedAt);
  const isCounty = ({ address }: CachedPage) => /^(\/now|\/es\/(now|county))\/[a-z-]+$/.test(new URL(address).pathname);
  const county = newest.find(isCounty);
  const isPriority = (page: CachedPage) => page === county || /^\/(forecast)?$/.test(new URL(page.address).pathname);
  return [...newest.filter(isPriority), ...newest.filter((page) => !isPriority(page))]
    .slice(maxPages)
    .map(({ address }) => address);
}
