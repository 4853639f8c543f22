/** Routes of the public pages, as patterns of their router, shared by pages and gateway. */
export const publicRoutes = [
  '/',
  '/weather',
  '/forecast',
  '/hourly',
  '/county',
  '/county/:county',
  '/discussion/:office',
  '/map',
  '/alert',
  '/alert/:alertId',
  '/warning/:eventKey',
  '/delivery',
  '/about',
  '/contact',
  '/snapshots',
  '/blogs',
  '/blogdetail',
  '/blog/:slug',
  '/sponsors',
  '/livecam',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/newsletter/preferences',
  '/privacy',
  '/terms',
] as const;

/** Addresses that visitors guess, and the pages that they mean. */
export const movedPaths: Readonly<Record<string, PublicRoute>> = { '/alerts': '/alert', '/radar': '/map' };

/** Entries that the pages' lists of posts and photos request at once. */
export const listPageSize = 24;

/** Returns the address of a list's first page. Documents embed its response under this address. */
export const firstPageOf = <Path extends string>(path: Path) => `${path}?limit=${listPageSize}` as const;

/** Returns the address of the Spanish page with the same content; undefined if there is none. */
export function spanishPathOf(path: string): string | undefined {
  if (path === '/') return '/es';
  if (/^\/(alert|forecast|hourly|county)$/.test(path)) return `/es${path}`;
  const [, kind, name] = /^\/(county|warning)\/([^/]+)$/.exec(path) ?? [];
  if (!name) return undefined;
  return kind === 'county' ? `/es/county/${name.toLowerCase()}` : `/es/now/alert/${name}`;
}

export type PublicRoute = (typeof publicRoutes)[number];

/** Without a parameter. */
export type FixedRoute = Exclude<PublicRoute, `${string}:${string}`>;
