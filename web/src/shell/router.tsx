/** Chooses between the dashboard and the public site, and renders the public pages. */
import { useIsFetching } from '@tanstack/react-query';
import { lazy, startTransition, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation, type Location } from 'react-router-dom';
import { movedPaths } from '@site/domain/public-pages';
import { renderedFrom } from '../api/page-document.js';
import { usePlace } from '../components/places/place.js';
import { useTakenOver } from '../ui/hydration.js';
import { ErrorBoundary } from '../ui/error-boundary.js';
import { PageWaiting } from './page-skeleton.js';
import { publicPages } from './public/pages.js';
import { PublicLayout } from './public/public-layout.js';
import { ScrollPosition } from './skip-link.js';

const DashboardApp = lazy(() =>
  import('./dashboard/dashboard-app.js').then((module) => ({ default: module.DashboardApp })),
);

/**
 * Until the page has taken over, its location is the one that the server rendered, then the browser's: documents don't
 * depend on a place in the query, a fragment or the history's state.
 */
export function SiteRoutes() {
  const isTakenOver = useTakenOver();
  const location = useLocation();
  return (
    <>
      <ScrollPosition />
      <Routes location={isTakenOver ? location : asRendered(location)}>
        <Route path="*" element={<Sites />} />
      </Routes>
    </>
  );
}

function asRendered(location: Location): Location {
  const [pathname = '/', query = ''] = renderedFrom()?.address.split('?', 2) ?? [];
  return { ...location, pathname, search: query && `?${query}`, hash: '', state: null };
}

function Sites() {
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
      {Object.entries(movedPaths).map(([path, target]) => (
        <Route key={path} path={path} element={<Navigate to={target} replace />} />
      ))}
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
                  <Reveal />
                </Suspense>
              </ErrorBoundary>
            }
          />
        ))}
      </Route>
    </Routes>
  );
}

/** How long an own place's forecast may keep the page hidden; then it shows that it is loading. */
const revealAfterMs = 1_500;

/**
 * Shows what depends on this device's own place or units (public/theme.js) once it has been rendered with them. Waits
 * briefly for the forecast of the own place, so that its warnings don't move the page after it is visible.
 */
function Reveal() {
  const isTakenOver = useTakenOver();
  const { selectedPlace } = usePlace();
  // Set when the page's requests have started.
  const [hasStarted, setHasStarted] = useState(false);
  const [isOverdue, setOverdue] = useState(false);
  const isMissing = ({ state }: { state: { data: unknown } }) => state.data === undefined;
  const isArriving = useIsFetching({ queryKey: ['forecast'], predicate: isMissing }) > 0 && selectedPlace !== undefined;
  useEffect(() => {
    if (!isTakenOver) return;
    startTransition(() => setHasStarted(true));
    const timer = setTimeout(() => setOverdue(true), revealAfterMs);
    return () => clearTimeout(timer);
  }, [isTakenOver]);
  const isReady = hasStarted && (!isArriving || isOverdue);
  useLayoutEffect(() => {
    if (isReady) delete document.documentElement.dataset['own'];
  }, [isReady]);
  return null;
}
