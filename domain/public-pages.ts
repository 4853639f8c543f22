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

export type PublicRoute = (typeof publicRoutes)[number];

/** Without a parameter. */
export type FixedRoute = Exclude<PublicRoute, `${string}:${string}`>;
