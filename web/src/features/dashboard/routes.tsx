import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';

/** A page module exports its component as `Page`; it is a chunk of its own. */
const page = (load: () => Promise<{ Page: ComponentType }>) => async () => ({ Component: (await load()).Page });

/**
 * Every route of the dashboard, sign-in included; loaded when the first of them is visited. As the router does for the
 * public pages, this folder puts the features' screens into their frame; the features do not know one another.
 */
export const dashboardRoutes: RouteObject[] = [
  { path: '/dashboard/login', lazy: page(() => import('../session/sign-in-page.js')) },
  { path: '/dashboard/forgot-password', lazy: page(() => import('../session/forgot-password-page.js')) },
  { path: '/dashboard/otp', lazy: page(() => import('../session/enter-code-page.js')) },
  { path: '/dashboard/changePassword', lazy: page(() => import('../session/change-password-page.js')) },
  {
    path: '/dashboard',
    lazy: async () => ({ Component: (await import('./frames.js')).AdminFrame }),
    children: [
      { index: true, element: <Navigate to="/dashboard/home" replace /> },
      { path: 'home', lazy: page(() => import('./overview-page.js')) },
      { path: 'header', lazy: page(() => import('../site-header/header-page.js')) },
      { path: 'logo', lazy: page(() => import('../site-logo/logo-page.js')) },
      { path: 'sponsor', lazy: page(() => import('../sponsors-admin/sponsors-page.js')) },
      { path: 'moderate', lazy: page(() => import('../moderators/moderators-page.js')) },
      { path: 'snapshot', lazy: page(() => import('../moderation/snapshots-page.js')) },
      { path: 'blog', lazy: page(() => import('../blog-admin/posts-page.js')) },
      { path: 'contact', lazy: page(() => import('../contact-admin/messages-page.js')) },
      { path: 'faq', lazy: page(() => import('../faqs-admin/faqs-page.js')) },
      { path: 'team', lazy: page(() => import('../team-admin/team-page.js')) },
      { path: 'newsletter', lazy: page(() => import('../newsletter-admin/newsletter-page.js')) },
      { path: 'jobs', lazy: page(() => import('../jobs/jobs-page.js')) },
      { path: 'audit', lazy: page(() => import('../audit/audit-page.js')) },
      { path: 'trash', lazy: page(() => import('../trash/trash-page.js')) },
      { path: '*', lazy: async () => ({ Component: (await import('./no-such-screen.js')).NoSuchScreen }) },
    ],
  },
  {
    path: '/moderate',
    lazy: async () => ({ Component: (await import('./frames.js')).ModeratorFrame }),
    children: [
      { index: true, lazy: page(() => import('../moderation/review-page.js')) },
      { path: 'messages', lazy: page(() => import('../contact-admin/read-only-page.js')) },
    ],
  },
];
