import { lazy, type ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { Page as HomePage } from '../../features/public/home/home-page.js';
import type { PageShape } from '../page-waiting.js';

/** All public URLs; the dashboard's are in dashboard/dashboard-app.tsx, loaded on the first visit to one. */

interface PublicPage {
  path: string;
  Page: ComponentType;
  shape: PageShape;
  /** Loads its code; absent for pages in the first chunk. */
  fetch?: () => Promise<unknown>;
}

/** A page module exports its component as `Page` and is a separate chunk, loaded or preloaded for its URL. */
const page = (path: string, shape: PageShape, fetch: () => Promise<{ Page: ComponentType }>): PublicPage => ({
  path,
  shape,
  fetch,
  Page: lazy(async () => ({ default: (await fetch()).Page })),
});

export const publicPages: readonly PublicPage[] = [
  // Part of the first chunk: most visits start here, and a warning mustn't wait for a second request.
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

/** Preloads a path's page. If that fails, the visit itself retries. */
export function fetchPageAhead(pathname: string): void {
  publicPages
    .find(({ path }) => matchPath(path, pathname))
    ?.fetch?.()
    .catch(() => undefined);
}
