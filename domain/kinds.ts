import type { PermissionName } from './roles.js';

/**
 * The kinds of content that users create, decide on and delete, under the names used in the trash, the audit log and
 * the API. Defines each kind's wording, owning service, list and icon.
 */

/** The services with user-editable data. Each has its own trash and its own audit log. */
export const dataServices = ['content', 'submissions', 'auth'] as const;
export type DataService = (typeof dataServices)[number];

/** The services with an audit log: notifications has no trash and no jobs. */
export const auditedServices = [...dataServices, 'notifications'] as const;
export type AuditedService = (typeof auditedServices)[number];

interface Kind {
  service: DataService;
  /** Label in lists of many kinds. */
  label: string;
  /** Phrase for an unspecified item, in a sentence. */
  some: string;
  /** Phrase before an item's name, in a sentence. */
  the: string;
  /** List name: the topic of its change notices, and the first part of its query keys in the dashboard. */
  list: string;
  /** A lucide icon name supported by the dashboard's `kind-icon`. */
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
  snapshot: kind('submissions', 'Snapshot', 'snapshots', 'camera'),
  sponsor: kind('submissions', 'Sponsor', 'sponsors', 'handshake'),
  contact: kind('submissions', 'Message', 'contacts', 'mail', { the: 'the message of' }),
  moderator: kind('auth', 'Moderator', 'moderators', 'shield'),
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
/** The names of the kinds owned by one service. */
export type KindOf<Name extends DataService> = {
  [Kind in KindName]: (typeof kinds)[Kind]['service'] extends Name ? Kind : never;
}[KindName];

/** Returns the kind with this name, or undefined: names also come from URLs and old log entries. */
export function kindNamed(name: string): Kind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name as KindName] : undefined;
}

/** Returns the permission to restore a deleted item of a kind: the same that allows deleting it. */
export const restoring = (kind: string): PermissionName =>
  kindNamed(kind)?.service === 'content' ? 'content' : 'remove';
