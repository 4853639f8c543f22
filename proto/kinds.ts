/**
 * The kinds of things that people create, decide on and delete, under the names that the trash, the audit log and the API use.
 * This is the one place for a kind's words, keeper, list and icon.
 */

/** The services in which people change something. Each keeps its own trash and its own audit log. */
export const keeperNames = ['content', 'submissions', 'auth'] as const;
export type KeeperName = (typeof keeperNames)[number];

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
}

export const kinds = {
  post: {
    keeper: 'content',
    label: 'Blog post',
    some: 'a blog post',
    the: 'the blog post',
    list: 'posts',
    icon: 'newspaper',
  },
  faq: { keeper: 'content', label: 'FAQ', some: 'an FAQ', the: 'the FAQ', list: 'faqs', icon: 'question' },
  team: {
    keeper: 'content',
    label: 'Team member',
    some: 'a team member',
    the: 'the team member',
    list: 'team',
    icon: 'users',
  },
  header: {
    keeper: 'content',
    label: 'Header',
    some: 'the header',
    the: 'the header',
    list: 'header',
    icon: 'panel-top',
  },
  logo: { keeper: 'content', label: 'Logo', some: 'the logo', the: 'the logo', list: 'logo', icon: 'image' },
  snapshot: {
    keeper: 'submissions',
    label: 'Snapshot',
    some: 'a snapshot',
    the: 'the snapshot',
    list: 'snapshots',
    icon: 'camera',
  },
  sponsor: {
    keeper: 'submissions',
    label: 'Sponsor',
    some: 'a sponsor',
    the: 'the sponsor',
    list: 'sponsors',
    icon: 'handshake',
  },
  contact: {
    keeper: 'submissions',
    label: 'Message',
    some: 'a message',
    the: 'the message of',
    list: 'contacts',
    icon: 'mail',
  },
  moderator: {
    keeper: 'auth',
    label: 'Moderator',
    some: 'a moderator',
    the: 'the moderator',
    list: 'moderators',
    icon: 'shield',
  },
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
