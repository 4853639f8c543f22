import { kindNamed } from './kinds.js';

/**
 * Who may do what. This is the one table: `rpc-access.ts` and the routes' guards go by it, and the dashboard shows it as a page.
 */

export const roles = ['admin', 'editor', 'moderator'] as const;
export type Role = (typeof roles)[number];

export const isRole = (text: string): text is Role => roles.some((role) => role === text);

/** How people call them; `some` with its article. */
export const roleNames: Record<Role, { name: string; some: string; is: string }> = {
  admin: { name: 'Admin', some: 'an admin', is: 'Runs the site: may do everything here.' },
  editor: { name: 'Editor', some: 'an editor', is: 'Writes and publishes; writes to no list of readers.' },
  moderator: { name: 'Moderator', some: 'a moderator', is: 'Decides on photos and answers messages.' },
};

interface Permission {
  /** What it allows, as the dashboard's table says it. */
  label: string;
  roles: readonly Role[];
}

const everybody: readonly Role[] = roles;
const writers: readonly Role[] = ['admin', 'editor'];
const reviewers: readonly Role[] = ['admin', 'moderator'];
const admins: readonly Role[] = ['admin'];

/** In the order of the dashboard's table. */
export const permissions = {
  account: { label: 'Look after their own password, second factor and sessions', roles: everybody },
  write: { label: 'Write, preview, schedule and publish posts', roles: writers },
  content: { label: 'Change FAQs, team, header, logo and the picture library', roles: writers },
  storm: { label: 'Put up and end the storm banner', roles: writers },
  review: { label: 'Approve and reject photos', roles: reviewers },
  messages: { label: 'Read, note and answer messages', roles: reviewers },
  remove: { label: 'Delete photos and messages, restore from the trash', roles: admins },
  send: { label: 'Send the newsletter, see who gets it', roles: admins },
  sponsors: { label: 'Decide on sponsors and their places', roles: admins },
  people: { label: 'Add people, change roles, reset second factors', roles: admins },
  operate: { label: 'Hold deliveries, repeat jobs, manage webhooks', roles: admins },
  records: { label: 'Read the audit log, export and erase personal data', roles: admins },
} as const satisfies Record<string, Permission>;

export type PermissionName = keyof typeof permissions;

/** What it takes to bring a deleted thing back: whoever may delete it may undo that. */
export const restoring = (kind: string): PermissionName =>
  kindNamed(kind)?.keeper === 'content' ? 'content' : 'remove';

export const may = (role: string, permission: PermissionName): boolean =>
  permissions[permission].roles.some((one) => one === role);
