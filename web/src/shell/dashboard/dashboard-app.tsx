import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import { ErrorBoundary } from '../../ui/error-boundary.js';
import { dashboardRoutes } from './routes.js';

/**
 * The administrators' part of the site, loaded when its first URL is visited. Its routes are plain route objects; of the
 * data router's features only `lazy` (a function that answers a `Component`) is understood. The data router itself would
 * weigh 17 kB on every public page: react-router is one module, so it cannot be kept to this chunk.
 */
const elsewhere: RouteObject = {
  path: '*',
  lazy: async () => ({ Component: (await import('../../ui/pages/not-found-page.js')).NotFoundPage }),
};
const routes: RouteObject[] = [...dashboardRoutes, elsewhere].map(plainRoute);

export function DashboardApp() {
  return useRoutes(routes);
}

/** The same route for `useRoutes`, with its page in a boundary of its own. */
function plainRoute(route: RouteObject): RouteObject {
  if (route.loader || route.action || route.errorElement || route.ErrorBoundary) {
    throw new Error(`Route ${route.path ?? '(no path)'} uses the data router, which this site does not load`);
  }
  const element = pageOf(route);
  const framed = element === undefined ? undefined : <ErrorBoundary key={route.path}>{element}</ErrorBoundary>;
  if (route.index) return { index: true, element: framed };
  return { path: route.path, element: framed, children: route.children?.map(plainRoute) };
}

function pageOf({ lazy: load, Component, element }: RouteObject): ReactNode {
  if (typeof load === 'function') {
    const Page = lazy(async () => {
      const loaded = (await load()) as { Component?: ComponentType | null };
      if (!loaded.Component) throw new Error('a lazy route answers a Component');
      return { default: loaded.Component };
    });
    return (
      <Suspense>
        <Page />
      </Suspense>
    );
  }
  return Component ? <Component /> : element;
}
