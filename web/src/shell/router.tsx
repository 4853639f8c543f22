import { lazy, Suspense, type ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../ui/error-boundary.js';
import { PublicLayout } from './public/public-layout.js';
import { Page as HomePage } from '../features/public/home/home-page.js';

/** Every public URL; the dashboard's are in dashboard/dashboard-app.tsx, loaded when one of them is visited. */

/** A page module exports its component as `Page`; it is a chunk of its own, fetched when its URL is visited. */
const page = (load: () => Promise<{ Page: ComponentType }>) => lazy(async () => ({ default: (await load()).Page }));

const pages: { path: string; Page: ComponentType }[] = [
  // Part of the first chunk: most visits begin here, and a warning must not wait for a second request.
  { path: '/', Page: HomePage },
  { path: '/weather', Page: page(() => import('../features/public/weather/weather-page.js')) },
  { path: '/forecast', Page: page(() => import('../features/public/forecast/forecast-page.js')) },
  { path: '/alert', Page: page(() => import('../features/public/alerts/alerts-page.js')) },
  { path: '/alert/:alertId', Page: page(() => import('../features/public/alerts/alert-page.js')) },
  { path: '/warning/:eventKey', Page: page(() => import('../features/public/warning/warning-page.js')) },
  { path: '/about', Page: page(() => import('../features/public/about/about-page.js')) },
  { path: '/contact', Page: page(() => import('../features/public/contact/contact-page.js')) },
  { path: '/snapshots', Page: page(() => import('../features/public/snapshots/snapshots-page.js')) },
  { path: '/blogs', Page: page(() => import('../features/public/blog/blogs-page.js')) },
  { path: '/blogdetail', Page: page(() => import('../features/public/blog/blog-detail-page.js')) },
  { path: '/sponsors', Page: page(() => import('../features/public/sponsors/sponsors-page.js')) },
  { path: '/livecam', Page: page(() => import('../features/public/livecam/livecam-page.js')) },
  { path: '/newsletter/confirm', Page: page(() => import('../features/public/newsletter/confirm-page.js')) },
  { path: '/newsletter/unsubscribe', Page: page(() => import('../features/public/newsletter/unsubscribe-page.js')) },
  { path: '/newsletter/preferences', Page: page(() => import('../features/public/newsletter/preferences-page.js')) },
  { path: '/privacy', Page: page(() => import('../features/public/legal/legal-page.js')) },
  { path: '/terms', Page: page(() => import('../features/public/legal/legal-page.js')) },
  { path: '*', Page: page(async () => ({ Page: (await import('../ui/pages/not-found-page.js')).NotFoundPage })) },
];

const DashboardApp = lazy(() =>
  import('./dashboard/dashboard-app.js').then((module) => ({ default: module.DashboardApp })),
);

/** The whole site. */
export function SiteRoutes() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary>
      {/^\/(dashboard|moderate)(\/|$)/.test(pathname) ? (
        <Suspense fallback={<PageFallback />}>
          <DashboardApp />
        </Suspense>
      ) : (
        <PublicRoutes />
      )}
    </ErrorBoundary>
  );
}

function PublicRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        {pages.map(({ path, Page }) => (
          <Route
            key={path}
            path={path}
            element={
              // By its path: what broke one page must not stay when another is opened.
              <ErrorBoundary key={path}>
                <Suspense fallback={<PageFallback />}>
                  <Page />
                </Suspense>
              </ErrorBoundary>
            }
          />
        ))}
      </Route>
    </Routes>
  );
}

/** Holds the place of a page whose chunk is on its way, so that the footer does not jump. */
function PageFallback() {
  return (
    <div role="status" className="min-h-dvh">
      <span className="sr-only">Loading page</span>
    </div>
  );
}
