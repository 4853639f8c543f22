import { lazy, type ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { Page as HomePage } from '../../features/public/home/home-page.js';
import type { PageShape } from '../page-waiting.js';

/** Every public URL; the dashboard's are in dashboard/dashboard-app.tsx, loaded when one of them is visited. */

interface PublicPage {
  path: string;
  Page: ComponentType;
  /** What holds its place until its code has arrived. */
  shape: PageShape;
  /** Fetches its code; nothing for one that is there from the start. */
  fetch?: () => Promise<unknown>;
}

/** A page module exports its component as `Page`; it is a chunk of its own, fetched when its URL is visited, or about to be. */
const page = (path: string, shape: PageShape, fetch: () => Promise<{ Page: ComponentType }>): PublicPage => ({
  path,
  shape,
  fetch,
  Page: lazy(async () => ({ default: (await fetch()).Page })),
});

export const publicPages: readonly PublicPage[] = [
  // Part of the first chunk: most visits begin here, and a warning must not wait for a second request.
  { path: '/', Page: HomePage, shape: 'plain' },
  page('/weather', 'weather', () => import('../../features/public/weather/weather-page.js')),
  page('/forecast', 'weather', () => import('../../features/public/forecast/forecast-page.js')),
  page('/hourly', 'weather', () => import('../../features/public/hourly/hourly-page.js')),
  page('/county', 'head', () => import('../../features/public/county/counties-page.js')),
  page('/county/:county', 'weather', () => import('../../features/public/county/county-page.js')),
  page('/discussion/:office', 'head', () => import('../../features/public/discussion/discussion-page.js')),
  page('/map', 'weather', () => import('../../features/public/map/map-page.js')),
  page('/alert', 'head', () => import('../../features/public/alerts/alerts-page.js')),
  page('/alert/:alertId', 'article', () => import('../../features/public/alerts/alert-page.js')),
  page('/warning/:eventKey', 'article', () => import('../../features/public/warning/warning-page.js')),
  page('/delivery', 'head', () => import('../../features/public/delivery/delivery-page.js')),
  page('/about', 'head', () => import('../../features/public/about/about-page.js')),
  page('/contact', 'head', () => import('../../features/public/contact/contact-page.js')),
  page('/snapshots', 'head', () => import('../../features/public/snapshots/snapshots-page.js')),
  page('/blogs', 'head', () => import('../../features/public/blog/blogs-page.js')),
  page('/blogdetail', 'article', () => import('../../features/public/blog/blog-detail-page.js')),
  page('/blog/:slug', 'article', () => import('../../features/public/blog/blog-detail-page.js')),
  page('/sponsors', 'head', () => import('../../features/public/sponsors/sponsors-page.js')),
  page('/livecam', 'head', () => import('../../features/public/livecam/livecam-page.js')),
  page('/newsletter/confirm', 'plain', () => import('../../features/public/newsletter/confirm-page.js')),
  page('/newsletter/unsubscribe', 'plain', () => import('../../features/public/newsletter/unsubscribe-page.js')),
  page('/newsletter/preferences', 'plain', () => import('../../features/public/newsletter/preferences-page.js')),
  page('/privacy', 'article', () => import('../../features/public/legal/legal-page.js')),
  page('/terms', 'article', () => import('../../features/public/legal/legal-page.js')),
  page('*', 'plain', async () => ({ Page: (await import('../../ui/pages/not-found-page.js')).NotFoundPage })),
];

/** Fetches the code of the page at a path ahead of the visit. What does not arrive is fetched again by the visit itself. */
export function fetchPageAhead(pathname: string): void {
  publicPages
    .find(({ path }) => matchPath(path, pathname))
    ?.fetch?.()
    .catch(() => undefined);
}
