import type { AdminScreen, ModeratorScreen } from '@site/domain/dashboard-pages';
import type { PermissionName } from '@site/domain/roles';
import type { ComponentType } from 'react';
import * as screenNames from '@/strings/screen-names.js';
import * as strings from '@/strings/public-strings.js';

/** A page module exports its component as `Page` and is its own chunk. */
export type LoadPage = () => Promise<{ Page: ComponentType }>;

export interface Screen<Name extends AdminScreen | ModeratorScreen = AdminScreen> {
  /** Relative to /dashboard. The name of a kind gives that kind's icon; see `iconOf` for others. */
  path: Name;
  label: string;
  permission: PermissionName;
  /** Absent for a planned screen, whose item has no link. */
  load: LoadPage | undefined;
}

const screen = <Name extends AdminScreen>(
  path: Name,
  permission: PermissionName,
  label: string,
  load?: LoadPage,
): Screen<Name> => ({ path, permission, label, load });

/** The specification's eleven items in its order, then later ones. It describes no screen for "Get Alerts". */
export const siteScreens: Screen[] = [
  screen('home', 'write', strings.home, () => import('@/features/dashboard/overview/overview-page.js')),
  screen('header', 'content', screenNames.header, () => import('@/features/dashboard/header/header-page.js')),
  screen('logo', 'content', screenNames.logo, () => import('@/features/dashboard/logo/logo-page.js')),
  screen('sponsor', 'sponsors', screenNames.sponsors, () => import('@/features/dashboard/sponsors/sponsors-page.js')),
  screen('alerts', 'operate', strings.getAlerts),
  screen('snapshot', 'remove', screenNames.snapshots, () => import('@/features/dashboard/snapshots/snapshots-page.js')),
  screen('blog', 'write', screenNames.blogPost, () => import('@/features/dashboard/posts/posts-page.js')),
  screen('contact', 'remove', strings.contactUs, () => import('@/features/dashboard/contact/messages-page.js')),
  screen('team', 'content', screenNames.ourTeam, () => import('@/features/dashboard/team/team-page.js')),
  screen('faq', 'content', screenNames.faqs, () => import('@/features/dashboard/faqs/faqs-page.js')),
  screen(
    'moderate',
    'people',
    screenNames.moderators,
    () => import('@/features/dashboard/moderators/moderators-page.js'),
  ),
  screen('media', 'content', 'Pictures', () => import('@/features/dashboard/media/media-page.js')),
];

/** Grouped below the specification's. Users who may open "People" reach the roles through its tabs. */
export const operationsScreens: Screen[] = [
  screen(
    'notifications',
    'operate',
    'Notifications',
    () => import('@/features/dashboard/notifications/notifications-page.js'),
  ),
  screen('newsletter', 'send', strings.newsletter, () => import('@/features/dashboard/newsletter/newsletter-page.js')),
  screen('people', 'people', 'People', () => import('@/features/dashboard/people/people-page.js')),
  screen('roles', 'account', 'Roles', () => import('@/features/dashboard/roles/roles-page.js')),
];

export const systemScreens: Screen[] = [
  screen('jobs', 'operate', screenNames.jobs, () => import('@/features/dashboard/jobs/jobs-page.js')),
  screen('audit', 'records', screenNames.audit, () => import('@/features/dashboard/audit/audit-page.js')),
  screen('trash', 'remove', screenNames.trash, () => import('@/features/dashboard/trash/trash-page.js')),
  screen(
    'personal-data',
    'records',
    'Personal data',
    () => import('@/features/dashboard/personal-data/personal-data-page.js'),
  ),
];

/** The user's own account; for moderators too. */
export const accountScreens: Screen<AdminScreen & ModeratorScreen>[] = [
  screen('security', 'account', 'Security', () => import('@/features/dashboard/security/security-page.js')),
];

export const allScreens: Screen[] = [...siteScreens, ...operationsScreens, ...systemScreens, ...accountScreens];
