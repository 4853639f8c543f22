import type { ModeratorScreen } from '@site/domain/dashboard-pages';
import { lazy, Suspense, type ComponentType } from 'react';
import { Navigate, useRoutes, type RouteObject } from 'react-router-dom';
import { ErrorBoundary } from '@/ui/error-boundary.js';
import { PageWaiting } from '../page-skeleton.js';
import { allScreens, accountScreens, type LoadPage, type Screen } from './screens.js';

/**
 * React Router's data router, which could load the pages itself, would add 17 kB to every public page: react-router is
 * one module, so it can't be limited to this chunk.
 */
export function DashboardApp() {
  return useRoutes(routes);
}

function framed(path: string, load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await load() }));
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<PageWaiting shape="rows" />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}

const route = (path: string, load: LoadPage): RouteObject => ({
  path,
  element: framed(path, async () => (await load()).Page),
});

const routesOf = (screens: Screen[]) => screens.flatMap(({ path, load }) => (load ? [route(path, load)] : []));

const routes: RouteObject[] = [
  route('/dashboard/login', () => import('@/features/public/account/sign-in-page.js')),
  route('/dashboard/forgot-password', () => import('@/features/public/account/forgot-password-page.js')),
  route('/dashboard/otp', () => import('@/features/public/account/enter-code-page.js')),
  route('/dashboard/changePassword', () => import('@/features/public/account/change-password-page.js')),
  route('/dashboard/join', () => import('@/features/public/account/join-page.js')),
  {
    path: '/dashboard',
    element: framed('/dashboard', async () => (await import('./frames.js')).AdminFrame),
    children: [
      { index: true, element: <Navigate to="/dashboard/home" replace /> },
      ...routesOf(allScreens),
      route('*', async () => ({ Page: (await import('./frames.js')).NoSuchScreen })),
    ],
  },
  {
    path: '/moderate',
    element: framed('/moderate', async () => (await import('./frames.js')).ModeratorFrame),
    children: [
      route('', async () => ({
        Page: (await import('@/features/dashboard/snapshots/snapshots-page.js')).ReviewPage,
      })),
      route('messages' satisfies ModeratorScreen, async () => ({
        Page: (await import('@/features/dashboard/contact/messages-page.js')).ReadOnlyPage,
      })),
      ...routesOf(accountScreens),
    ],
  },
  { path: '*', element: framed('*', async () => (await import('@/ui/pages/not-found-page.js')).NotFoundPage) },
];
