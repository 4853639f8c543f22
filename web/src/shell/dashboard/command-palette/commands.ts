/** The command palette's entries by role, and their ranking. */
import type { AdminScreen } from '@site/domain/dashboard-pages';
import type { PermissionName } from '@site/domain/roles';
import type { Colleague } from '@site/proto/auth/v1/people.responses';
import type { Faq } from '@site/proto/content/v1/faqs.responses';
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import type { ContactMessage } from '@site/proto/submissions/v1/contact.responses';
import type { SponsorLists } from '@site/proto/submissions/v1/sponsors.responses';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { defaultFilter } from 'cmdk';
import {
  Camera,
  CloudLightning,
  Fingerprint,
  KeyRound,
  Keyboard,
  LogOut,
  type LucideIcon,
  Newspaper,
  Send,
  UserPlus,
} from 'lucide-react';
import { fetchData } from '@/api/admin.js';
import { iconOf } from '@/dashboard-kit/kind-icon.js';
import {
  allows,
  changePasswordPath,
  isAdmin,
  isModerator,
  isWriter,
  type Session,
} from '@/components/session/session.js';
import { allScreens, accountScreens } from '../screens.js';
import * as screenNames from '@/strings/screen-names.js';
import * as strings from '@/strings/public-strings.js';

/** Run by the palette instead of opening a page. */
export type Deed = 'new-post' | 'storm' | 'shortcuts' | 'sign-out';

export interface Command {
  label: string;
  /** Synonyms for the search. */
  also: string;
  Icon: LucideIcon;
  does: { to: string } | { deed: Deed };
}

/** Synonyms of screens, besides their paths. */
const synonyms: Partial<Record<AdminScreen, string>> = {
  blog: 'posts stories news',
  contact: 'messages inbox',
  people: 'users accounts invitations editors moderators',
  media: 'images library',
  snapshot: 'photos',
  roles: 'permissions',
  trash: 'deleted restore',
  newsletter: 'campaigns subscribers',
};

const isSetting = (path: AdminScreen) => accountScreens.some((accountScreen) => accountScreen.path === path);

export function pagesFor(session: Session | undefined): Command[] {
  if (isWriter(session))
    return allScreens
      .filter(({ path, load, permission }) => load && allows(session, permission) && !isSetting(path))
      .map(({ path, label }) => ({
        label,
        also: `${path} ${synonyms[path] ?? ''}`,
        Icon: iconOf(path),
        does: { to: `/dashboard/${path}` },
      }));
  if (!isModerator(session)) return [];
  return [
    { label: screenNames.snapshots, also: 'photos review', Icon: Camera, does: { to: '/moderate' } },
    { label: strings.contactUs, also: 'messages', Icon: iconOf('contact'), does: { to: '/moderate/messages' } },
  ];
}

/** The user's own settings. */
export function settingsFor(session: Session | undefined): Command[] {
  const security = { to: `${isWriter(session) ? '/dashboard' : '/moderate'}/security` };
  return [
    { label: 'Security', also: 'settings account', Icon: iconOf('security'), does: security },
    { label: 'Second factor', also: 'settings passkey authenticator codes 2fa', Icon: Fingerprint, does: security },
    { label: 'Signed-in devices', also: 'settings sessions', Icon: iconOf('session'), does: security },
    { label: strings.changePassword, also: 'settings account', Icon: KeyRound, does: { to: changePasswordPath } },
    { label: 'Keyboard shortcuts', also: 'settings keys help', Icon: Keyboard, does: { deed: 'shortcuts' } },
  ];
}

const acts: (Command & { permission: PermissionName })[] = [
  {
    permission: 'write',
    label: 'New post',
    also: 'write blog draft',
    Icon: Newspaper,
    does: { deed: 'new-post' },
  },
  {
    permission: 'storm',
    label: 'Storm banner',
    also: 'mode live notice warning',
    Icon: CloudLightning,
    does: { deed: 'storm' },
  },
  {
    permission: 'send',
    label: 'Write a newsletter',
    also: 'campaign mail send',
    Icon: Send,
    does: { to: '/dashboard/newsletter' },
  },
  {
    permission: 'people',
    label: 'Invite someone',
    also: 'people add user moderator editor',
    Icon: UserPlus,
    does: { to: '/dashboard/people?invite' },
  },
  { permission: 'account', label: strings.signOut, also: 'log out leave', Icon: LogOut, does: { deed: 'sign-out' } },
];

/** Admins have their own review page. */
const review = (session: Session | undefined): Command[] =>
  allows(session, 'review')
    ? [
        {
          label: 'Review photos',
          also: 'snapshots pending approve reject moderate',
          Icon: Camera,
          does: { to: isWriter(session) ? '/dashboard/snapshot?tab=pending' : '/moderate' },
        },
      ]
    : [];

export const actionsFor = (session: Session | undefined): Command[] => [
  ...review(session),
  ...acts.filter(({ permission }) => allows(session, permission)),
];

/** A record from one of the dashboard's lists. */
interface FoundRecord {
  id: string;
  label: string;
  /** Distinguishes similar records; may be empty. */
  note: string;
  to: string;
}

interface RecordSource {
  label: string;
  /** Without it, the palette doesn't search this list. */
  permission: PermissionName;
  find: (searchText: string, session: Session | undefined, signal: AbortSignal) => Promise<FoundRecord[]>;
}

/** Shorter searches match too much. */
export const minSearchLength = 2;
/** More would push other groups off a phone's screen. */
const maxResultsPerGroup = 5;

const searched = <Row>(path: string, searchText: string, signal: AbortSignal) =>
  fetchData<Row[]>(`${path}?${new URLSearchParams({ q: searchText, limit: String(maxResultsPerGroup) })}`, { signal });

const searchIn = (path: string, searchText: string) => `${path}?${new URLSearchParams({ q: searchText })}`;

export const recordSources: RecordSource[] = [
  {
    label: 'Posts',
    permission: 'write',
    find: async (searchText, _session, signal) =>
      (await searched<EditedPost>('/admin/main/post', searchText, signal)).map(({ id, title, status }) => ({
        id,
        label: title || 'Untitled',
        note: status,
        to: `/dashboard/blog?${new URLSearchParams({ post: id })}`,
      })),
  },
  {
    label: 'Pictures',
    permission: 'content',
    find: async (searchText, _session, signal) =>
      (await searched<MediaItem>('/admin/main/media', searchText, signal)).map(({ id, name, alt }) => ({
        id,
        label: name || alt || 'Untitled',
        note: name ? alt : '',
        to: searchIn('/dashboard/media', name || alt || searchText),
      })),
  },
  {
    label: 'Messages',
    permission: 'messages',
    find: async (searchText, session, signal) =>
      (await searched<ContactMessage>('/admin/main/contact-us', searchText, signal)).map(({ id, name, feedback }) => ({
        id,
        label: name,
        note: feedback,
        to: searchIn(isAdmin(session) ? '/dashboard/contact' : '/moderate/messages', name),
      })),
  },
  {
    label: 'FAQs',
    permission: 'content',
    find: async (searchText, _session, signal) =>
      (await searched<Faq>('/admin/main/faqs', searchText, signal)).map(({ id, question }) => ({
        id,
        label: question,
        note: '',
        to: searchIn('/dashboard/faq', question),
      })),
  },
  {
    label: 'Sponsors',
    permission: 'sponsors',
    // The list is short.
    find: async (searchText, _session, signal) => {
      const path = '/admin/main/sponsor?limit=100';
      const { approvedSponsor, pendingSponsor } = await fetchData<SponsorLists>(path, { signal });
      const candidates = [
        ...approvedSponsor.map((sponsor) => ({ ...sponsor, to: '/dashboard/sponsor' })),
        ...pendingSponsor.map((sponsor) => ({ ...sponsor, to: '/dashboard/sponsor?tab=pending' })),
      ].map(({ id, company_name: label, name: note, to }) => ({ id, label, note, to }));
      return ranked(candidates, ({ label, note }) => ({ label, also: note }), searchText).slice(0, maxResultsPerGroup);
    },
  },
  {
    label: 'People',
    permission: 'people',
    find: async (searchText, _session, signal) => {
      const people = await fetchData<Colleague[]>('/admin/main/people', { signal });
      return ranked(people, ({ name, email }) => ({ label: name, also: email }), searchText)
        .slice(0, maxResultsPerGroup)
        .map(({ id, name, email }) => ({ id, label: name, note: email, to: '/dashboard/people' }));
    },
  },
];

/** Lower scores are letters that merely occur in this order. */
const minScore = 0.015;

/** Returns the items that match, best first: with every word, or with the letters of a mistyped or shortened label. */
export function ranked<Item>(
  items: Item[],
  getSearchText: (item: Item) => Pick<Command, 'label' | 'also'>,
  searchText: string,
): Item[] {
  if (searchText === '') return items;
  const score = ({ label, also }: Pick<Command, 'label' | 'also'>) =>
    defaultFilter(label, searchText) + (matchesAllTerms(`${label} ${also}`, searchText) ? 1 : 0);
  return items
    .map((item) => ({ item, score: score(getSearchText(item)) }))
    .filter((one) => one.score >= minScore)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

/** Whether the text contains every word, ignoring case. */
const matchesAllTerms = (text: string, searchText: string): boolean =>
  searchText
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

/** Searches one kind of records; makes no request for searches that are too short. */
export const recordsQuery = (source: RecordSource, searchText: string, session: Session | undefined) =>
  queryOptions({
    queryKey: ['admin', 'palette', source.label, searchText],
    queryFn:
      searchText.length < minSearchLength
        ? skipToken
        : ({ signal }: { signal: AbortSignal }) => source.find(searchText, session, signal),
    staleTime: 10_000,
    gcTime: 30_000,
    retry: false,
  });
