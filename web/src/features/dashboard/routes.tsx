import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { isAdmin, isModerator } from '../session/session.js';
import { SessionKeeper } from '../session/session-keeper.js';
import { DashboardLayout } from './dashboard-layout.js';
import { AdminGuard, ModeratorGuard } from './guards.js';
import { ModeratorLayout } from './moderator-layout.js';
import { NoSuchScreen } from './no-such-screen.js';

/** A page module exports its component as `Page`; it is a chunk of its own. */
const page = (load: () => Promise<{ Page: ComponentType }>) => async () => ({ Component: (await load()).Page });

/**
 * Every route of the dashboard, sign-in included; loaded when the first of them is visited. As the router does for the
 * public pages, this folder puts the features' screens into their frame; the features do not know one another.
 */
export const dashboardRoutes: RouteObject[] = [
  { path: '/dashboard/login', lazy: page(() => import('../session/sign-in-page.js')) },
  {
    path: '/dashboard',
    element: (
      <AdminGuard>
        <SessionKeeper accepts={isAdmin}>
          <DashboardLayout />
        </SessionKeeper>
      </AdminGuard>
    ),
    children: [
      { index: true, element: <Navigate to="/dashboard/home" replace /> },
      { path: 'home', lazy: page(() => import('./overview-page.js')) },
      { path: 'snapshot', lazy: page(() => import('../moderation/snapshots-page.js')) },
      { path: '*', element: <NoSuchScreen /> },
    ],
  },
  {
    path: '/moderate',
    element: (
      <ModeratorGuard>
        <SessionKeeper accepts={isModerator}>
          <ModeratorLayout />
        </SessionKeeper>
      </ModeratorGuard>
    ),
    children: [{ index: true, lazy: page(() => import('../moderation/review-page.js')) }],
  },
];
