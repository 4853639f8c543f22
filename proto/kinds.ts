/**
 * The kinds of things that people make, decide on and delete, each by the name that the trash, the audit log and the API have
 * for it. Whoever needs the words, the keeper or the list of a kind reads them here.
 */

/** The services in which people change something. Each keeps its own trash and its own audit log. */
export const keeperNames = ['content', 'submissions', 'auth'] as const;
export type KeeperName = (typeof keeperNames)[number];

interface Kind {
  /** The service whose table it is. */
  keeper: KeeperName;
  /** How a list of many kinds labels it. */
  label: string;
  /** In a sentence, where nothing more is known of it. */
  some: string;
  /** In a sentence, before its name. */
  the: string;
  /** Its list: the topic of its change notices, and the first part of its queries' names in the dashboard. */
  list: string;
  /** A name among the icons of lucide, as the dashboard's `kind-icon` knows them. */
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

/** The kind of this name, or undefined: names come from addresses and old log entries, too. */
export function kindNamed(name: string): Kind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name as KindName] : undefined;
}
