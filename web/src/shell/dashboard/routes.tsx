import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';

/** A page module exports its component as `Page`; it is a chunk of its own. */
const page = (load: () => Promise<{ Page: ComponentType }>) => async () => ({ Component: (await load()).Page });

/**
 * Every route of the dashboard, sign-in included; loaded when the first of them is visited. As the router does for the
 * public pages, this folder puts the features' screens into their frame; the features do not know one another.
 */
export const dashboardRoutes: RouteObject[] = [
  { path: '/dashboard/login', lazy: page(() => import('../../features/public/account/sign-in-page.js')) },
  {
    path: '/dashboard/forgot-password',
    lazy: page(() => import('../../features/public/account/forgot-password-page.js')),
  },
  { path: '/dashboard/otp', lazy: page(() => import('../../features/public/account/enter-code-page.js')) },
  {
    path: '/dashboard/changePassword',
    lazy: page(() => import('../../features/public/account/change-password-page.js')),
  },
  {
    path: '/dashboard',
    lazy: async () => ({ Component: (await import('./frames.js')).AdminFrame }),
    children: [
      { index: true, element: <Navigate to="/dashboard/home" replace /> },
      { path: 'home', lazy: page(() => import('../../features/dashboard/overview/overview-page.js')) },
      { path: 'header', lazy: page(() => import('../../features/dashboard/header/header-page.js')) },
      { path: 'logo', lazy: page(() => import('../../features/dashboard/logo/logo-page.js')) },
      { path: 'sponsor', lazy: page(() => import('../../features/dashboard/sponsors/sponsors-page.js')) },
      { path: 'moderate', lazy: page(() => import('../../features/dashboard/moderators/moderators-page.js')) },
      { path: 'snapshot', lazy: page(() => import('../../features/dashboard/moderation/snapshots-page.js')) },
      { path: 'blog', lazy: page(() => import('../../features/dashboard/posts/posts-page.js')) },
      { path: 'contact', lazy: page(() => import('../../features/dashboard/messages/messages-page.js')) },
      { path: 'faq', lazy: page(() => import('../../features/dashboard/faqs/faqs-page.js')) },
      { path: 'team', lazy: page(() => import('../../features/dashboard/team/team-page.js')) },
      { path: 'newsletter', lazy: page(() => import('../../features/dashboard/newsletter/newsletter-page.js')) },
      { path: 'jobs', lazy: page(() => import('../../features/dashboard/jobs/jobs-page.js')) },
      { path: 'audit', lazy: page(() => import('../../features/dashboard/audit/audit-page.js')) },
      { path: 'trash', lazy: page(() => import('../../features/dashboard/trash/trash-page.js')) },
      { path: '*', lazy: async () => ({ Component: (await import('./no-such-screen.js')).NoSuchScreen }) },
    ],
  },
  {
    path: '/moderate',
    lazy: async () => ({ Component: (await import('./frames.js')).ModeratorFrame }),
    children: [
      { index: true, lazy: page(() => import('../../features/dashboard/moderation/review-page.js')) },
      { path: 'messages', lazy: page(() => import('../../features/dashboard/messages/read-only-page.js')) },
    ],
  },
];
