/** Names of the roles on screens. Separate from `roles.ts`, which the sign-in page loads. */
import type { PermissionName, Role } from './roles.js';

/** `some` includes the article. */
export const roleNames: Record<Role, { name: string; some: string; is: string }> = {
  admin: { name: 'Admin', some: 'an admin', is: 'Runs the site, with all permissions.' },
  editor: { name: 'Editor', some: 'an editor', is: 'Writes and publishes posts, but sends no newsletters.' },
  moderator: { name: 'Moderator', some: 'a moderator', is: 'Decides on photos and answers messages.' },
};

export const permissionLabels: Record<PermissionName, string> = {
  account: 'Manage their own password, second factor and sessions',
  write: 'Write, preview, schedule and publish posts',
  content: 'Change FAQs, team, header, logo and the picture library',
  storm: 'Set and end the storm banner',
  review: 'Approve and reject photos',
  messages: 'Read, note and answer messages',
  remove: 'Delete photos and messages, restore from the trash',
  send: 'Send the newsletter, see its subscribers',
  sponsors: 'Decide on sponsors and their placement',
  people: 'Add people, change roles, reset second factors',
  operate: 'Pause deliveries, retry jobs, manage webhooks',
  records: 'Read the audit log, export and erase personal data',
};
