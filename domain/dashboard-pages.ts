/** The dashboard's pages, for their router and for the gateway, which returns 404 for any other. */

/** For signed-out visitors. */
export const accountPages = ['login', 'forgot-password', 'otp', 'changePassword', 'join'] as const;

const siteScreens = [
  'home',
  'header',
  'logo',
  'sponsor',
  'alerts',
  'snapshot',
  'blog',
  'media',
  'contact',
  'team',
  'faq',
  'moderate',
] as const;
const operationsScreens = [
  'notifications',
  'newsletter',
  'jobs',
  'audit',
  'trash',
  'people',
  'roles',
  'personal-data',
] as const;
const accountScreens = ['security'] as const;

/** Below /dashboard. */
export const adminScreens = [...siteScreens, ...operationsScreens, ...accountScreens] as const;
/** Below /moderate, besides the review itself. */
export const moderatorScreens = ['messages', ...accountScreens] as const;

export type AdminScreen = (typeof adminScreens)[number];
export type ModeratorScreen = (typeof moderatorScreens)[number];
