/**
 * Kinds of content that users create, decide on and delete, under their names in the trash, the audit log and the API.
 */
import type { PermissionName } from './roles.js';

/** With user-editable data: each has a trash and an audit log. */
export const dataServices = ['content', 'submissions', 'auth'] as const;
export type DataService = (typeof dataServices)[number];

/** notifications has an audit log, but no trash and no jobs. */
export const auditedServices = [...dataServices, 'notifications'] as const;
export type AuditedService = (typeof auditedServices)[number];

interface Kind {
  service: DataService;
  /** In lists of many kinds. */
  label: string;
  /** An unspecified item, in a sentence. */
  some: string;
  /** Before an item's name, in a sentence. */
  the: string;
  /** Topic of its change notices, and first part of its query keys in the dashboard. */
  list: string;
  /** A lucide icon supported by the dashboard's `kind-icon`. */
  icon: string;
}

const kind = <Service extends DataService>(
  service: Service,
  label: string,
  list: string,
  icon: string,
  { some = `a ${label.toLowerCase()}`, the = `the ${label.toLowerCase()}` }: Partial<Kind> = {},
) => ({ service, label, list, icon, some, the });

export const kinds = {
  post: kind('content', 'Blog post', 'posts', 'newspaper'),
  faq: kind('content', 'FAQ', 'faqs', 'question', { some: 'an FAQ', the: 'the FAQ' }),
  team: kind('content', 'Team member', 'team', 'users'),
  header: kind('content', 'Header', 'header', 'panel-top', { some: 'the header' }),
  logo: kind('content', 'Logo', 'logo', 'image', { some: 'the logo' }),
  media: kind('content', 'Picture', 'media', 'images'),
  snapshot: kind('submissions', 'Photo', 'snapshots', 'camera', { the: 'the photo of' }),
  sponsor: kind('submissions', 'Sponsor', 'sponsors', 'handshake'),
  contact: kind('submissions', 'Message', 'contacts', 'mail', { the: 'the message of' }),
  moderator: kind('auth', 'Moderator', 'moderators', 'shield'),
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export type KindOf<Name extends DataService> = {
  [Kind in KindName]: (typeof kinds)[Kind]['service'] extends Name ? Kind : never;
}[KindName];

/** Returns undefined for unknown names, from URLs or old log entries. */
export function kindNamed(name: string): Kind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name as KindName] : undefined;
}

/** Returns the permission to restore an item, the same as to delete it. */
export const restoring = (kind: string): PermissionName =>
  kindNamed(kind)?.service === 'content' ? 'content' : 'remove';
