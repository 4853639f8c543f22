/**
 * The names of the dashboard's pages. The pages' router takes them from here, and so does the gateway, which answers any other
 * address with 404.
 */

/** Below /dashboard, for whoever is not signed in. */
export const accountPages = ['login', 'forgot-password', 'otp', 'changePassword'] as const;

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
const ownScreens = ['security'] as const;

/** Below /dashboard, for administrators. */
export const adminScreens = [...siteScreens, ...operationsScreens, ...ownScreens] as const;
/** Below /moderate, besides the review itself, for moderators. */
export const moderatorScreens = ['messages', ...ownScreens] as const;

export type AdminScreen = (typeof adminScreens)[number];
export type ModeratorScreen = (typeof moderatorScreens)[number];
