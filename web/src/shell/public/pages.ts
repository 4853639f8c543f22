/** Routes of the public pages and their lazily loaded modules. The dashboard's are in dashboard/dashboard-app.tsx. */
import type { PublicRoute } from '@site/domain/public-pages';
import { lazy, type ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { Page as HomePage } from '@/features/public/home/home-page.js';
import type { PageShape } from '../page-skeleton.js';

interface PublicPage {
  Page: ComponentType;
  shape: PageShape;
  /** Absent for pages in the first chunk. */
  fetch?: () => Promise<unknown>;
}

/** A promise that React doesn't wait for. */
const settled = <Value>(value: Value) => ({ then: (take: (value: Value) => void) => take(value) }) as Promise<Value>;

/**
 * A page module exports its component as `Page` and is a separate chunk. Once loaded, it renders without waiting, so
 * that the server renders it, and the browser takes its markup over.
 */
const page = (shape: PageShape, fetch: () => Promise<{ Page: ComponentType }>): PublicPage => {
  let loaded: { default: ComponentType } | undefined;
  const load = async () => (loaded = { default: (await fetch()).Page });
  return { shape, fetch: load, Page: lazy(() => (loaded ? settled(loaded) : load())) };
};

const pages: Record<PublicRoute | '*', PublicPage> = {
  // Part of the first chunk: most visits start here, and a warning mustn't wait for a second request.
  '/': { Page: HomePage, shape: 'plain' },
  '/weather': page('weather', () => import('@/features/public/weather/weather-page.js')),
  '/forecast': page('weather', () => import('@/features/public/forecast/forecast-page.js')),
  '/hourly': page('weather', () => import('@/features/public/hourly/hourly-page.js')),
  '/county': page('head', () => import('@/features/public/county/counties-page.js')),
  '/county/:county': page('weather', () => import('@/features/public/county/county-page.js')),
  '/discussion/:office': page('head', () => import('@/features/public/discussion/discussion-page.js')),
  '/map': page('weather', () => import('@/features/public/map/map-page.js')),
  '/alert': page('head', () => import('@/features/public/alerts/alerts-page.js')),
  '/alert/:alertId': page('article', () => import('@/features/public/alerts/alert-page.js')),
  '/warning/:eventKey': page('article', () => import('@/features/public/warning/warning-page.js')),
  '/delivery': page('head', () => import('@/features/public/delivery/delivery-page.js')),
  '/about': page('head', () => import('@/features/public/about/about-page.js')),
  '/contact': page('head', () => import('@/features/public/contact/contact-page.js')),
  '/snapshots': page('head', () => import('@/features/public/snapshots/snapshots-page.js')),
  '/blogs': page('head', () => import('@/features/public/blog/blogs-page.js')),
  '/blogdetail': page('article', () => import('@/features/public/blog/blog-detail-page.js')),
  '/blog/:slug': page('article', () => import('@/features/public/blog/blog-detail-page.js')),
  '/sponsors': page('head', () => import('@/features/public/sponsors/sponsors-page.js')),
  '/livecam': page('head', () => import('@/features/public/livecam/livecam-page.js')),
  '/newsletter/confirm': page('plain', () => import('@/features/public/newsletter/confirm-page.js')),
  '/newsletter/unsubscribe': page('plain', () => import('@/features/public/newsletter/unsubscribe-page.js')),
  '/newsletter/preferences': page('plain', () => import('@/features/public/newsletter/preferences-page.js')),
  '/privacy': page('article', () => import('@/features/public/legal/legal-page.js')),
  '/terms': page('article', () => import('@/features/public/legal/legal-page.js')),
  '*': page('plain', async () => ({
    Page: (await import('@/components/places/public-not-found-page.js')).PublicNotFoundPage,
  })),
};

export const publicPages = Object.entries(pages).map(([path, definition]) => ({ path, ...definition }));

/** Lets the page at a path render without waiting. */
export const loadPage = async (pathname: string): Promise<void> => {
  await publicPages.find(({ path }) => matchPath(path, pathname))?.fetch?.();
};

/** If preloading fails, the visit itself retries. */
export function fetchPageAhead(pathname: string): void {
  loadPage(pathname).catch(() => undefined);
}
