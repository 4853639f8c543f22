import type { PermissionName } from './roles.js';

/**
 * The kinds of things that people create, decide on and delete, under the names that the trash, the audit log and the API use.
 * This is the one place for a kind's words, keeper, list and icon.
 */

/** The services in which people change something. Each keeps its own trash and its own audit log. */
export const keeperNames = ['content', 'submissions', 'auth'] as const;
export type KeeperName = (typeof keeperNames)[number];

/** The services that keep an audit log: notifications has neither a trash nor jobs of its own. */
export const auditKeeperNames = [...keeperNames, 'notifications'] as const;
export type AuditKeeperName = (typeof auditKeeperNames)[number];

interface Kind {
  /** The service that owns its table. */
  keeper: KeeperName;
  /** How a list of many kinds labels it. */
  label: string;
  /** In a sentence, when nothing more is known about it. */
  some: string;
  /** In a sentence, before its name. */
  the: string;
  /** Its list: the topic of its change notices, and the first part of its queries' names in the dashboard. */
  list: string;
  /** The name of a lucide icon that the dashboard's `kind-icon` knows. */
  icon: string;
  /** Where everybody has a page of its list at the list's name: what search engines say of that page. */
  page?: string | undefined;
}

const kind = <Keeper extends KeeperName>(
  keeper: Keeper,
  label: string,
  list: string,
  icon: string,
  { some = `a ${label.toLowerCase()}`, the = `the ${label.toLowerCase()}`, page }: Partial<Kind> = {},
) => ({ keeper, label, list, icon, some, the, page });

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
/** The names of the kinds of one keeper. */
export type KindOf<Name extends KeeperName> = {
  [Kind in KindName]: (typeof kinds)[Kind]['keeper'] extends Name ? Kind : never;
}[KindName];

/** The kind with this name, or undefined: names also come from URLs and old log entries. */
export function kindNamed(name: string): Kind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name as KindName] : undefined;
}

/** The permission to restore a deleted thing of a kind: whoever may delete it may undo that. */
export const restoring = (kind: string): PermissionName =>
  kindNamed(kind)?.keeper === 'content' ? 'content' : 'remove';
