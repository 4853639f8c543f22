import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../ui/error-boundary.js';
import { PageWaiting } from './page-waiting.js';
import { publicPages } from './public/pages.js';
import { PublicLayout } from './public/public-layout.js';

const DashboardApp = lazy(() =>
  import('./dashboard/dashboard-app.js').then((module) => ({ default: module.DashboardApp })),
);

export function SiteRoutes() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary>
      {/^\/(dashboard|moderate)(\/|$)/.test(pathname) ? (
        <Suspense fallback={<PageWaiting shape="rows" />}>
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
        {publicPages.map(({ path, Page, shape }) => (
          <Route
            key={path}
            path={path}
            element={
              // Keyed by path: an error on one page must not persist on the next.
              <ErrorBoundary key={path}>
                <Suspense fallback={<PageWaiting shape={shape} />}>
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
