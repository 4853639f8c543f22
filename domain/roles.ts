/** For `rpc-access.ts`, the routes' guards and the dashboard. */

export const roles = ['admin', 'editor', 'moderator'] as const;
export type Role = (typeof roles)[number];

export const isRole = (text: string): text is Role => roles.some((role) => role === text);

const everybody: readonly Role[] = roles;
const writers: readonly Role[] = ['admin', 'editor'];
const reviewers: readonly Role[] = ['admin', 'moderator'];
const admins: readonly Role[] = ['admin'];

/** The roles with each permission, in the order of the dashboard's table. */
export const permissions = {
  account: everybody,
  write: writers,
  content: writers,
  storm: writers,
  review: reviewers,
  messages: reviewers,
  remove: admins,
  send: admins,
  sponsors: admins,
  people: admins,
  operate: admins,
  records: admins,
} as const satisfies Record<string, readonly Role[]>;

export type PermissionName = keyof typeof permissions;

export const may = (role: string, permission: PermissionName): boolean =>
  permissions[permission].some((one) => one === role);
