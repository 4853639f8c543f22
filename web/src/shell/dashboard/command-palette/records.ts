import type { Colleague } from '@site/proto/auth/v1/people.answers';
import type { Faq } from '@site/proto/content/v1/faqs.answers';
import type { MediaItem } from '@site/proto/content/v1/media.answers';
import type { EditedPost } from '@site/proto/content/v1/posts.answers';
import type { PermissionName } from '@site/domain/roles';
import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { request } from '../../../api/api.js';
import { isAdmin, type Session } from '../../../domain/session/session.js';

/** Records from the dashboard's lists for the palette. */

export interface FoundRecord {
  id: string;
  label: string;
  /** Distinguishes similar records; may be empty. */
  note: string;
  to: string;
}

export interface RecordSource {
  /** Heading of the group. */
  label: string;
  /** Required permission: without it, the palette doesn't search this list. */
  permission: PermissionName;
  find: (words: string, session: Session | undefined, signal: AbortSignal) => Promise<FoundRecord[]>;
}

/** Shorter searches match too much. */
export const leastCharacters = 2;
/** More would push other groups off a phone's screen. */
const mostOfEach = 5;

/** Returns the first matches from a list's own search. */
const searched = async <Row>(path: string, words: string, signal: AbortSignal): Promise<Row[]> => {
  const query = new URLSearchParams({ q: words, limit: String(mostOfEach) });
  return (await request<Row[]>(`${path}?${query}`, { signal })).data;
};

const searchIn = (path: string, words: string) => `${path}?${new URLSearchParams({ q: words })}`;

export const recordSources: RecordSource[] = [
  {
    label: 'Posts',
    permission: 'write',
    find: async (words, _session, signal) =>
      (await searched<EditedPost>('/admin/main/post', words, signal)).map(({ id, title, status }) => ({
        id,
        label: title || 'Untitled',
        note: status,
        to: `/dashboard/blog?${new URLSearchParams({ post: id })}`,
      })),
  },
  {
    label: 'Pictures',
    permission: 'content',
    find: async (words, _session, signal) =>
      (await searched<MediaItem>('/admin/main/media', words, signal)).map(({ id, name, alt }) => ({
        ...{ id, label: name || alt || 'Untitled', note: name ? alt : '' },
        to: searchIn('/dashboard/media', name || alt || words),
      })),
  },
  {
    label: 'Messages',
    permission: 'messages',
    find: async (words, session, signal) =>
      (await searched<ContactMessage>('/admin/main/contact-us', words, signal)).map(({ id, name, feedback }) => ({
        ...{ id, label: name, note: feedback },
        to: searchIn(isAdmin(session) ? '/dashboard/contact' : '/moderate/messages', name),
      })),
  },
  {
    label: 'FAQs',
    permission: 'content',
    find: async (words, _session, signal) =>
      (await searched<Faq>('/admin/main/faqs', words, signal)).map(({ id, question }) => ({
        ...{ id, label: question, note: '' },
        to: searchIn('/dashboard/faq', question),
      })),
  },
  {
    label: 'People',
    permission: 'people',
    // The list is short, so it is loaded whole and filtered here.
    find: async (words, _session, signal) =>
      (await request<Colleague[]>('/admin/main/people', { signal })).data
        .filter(({ name, email }) => holdsWords(`${name} ${email}`, words))
        .slice(0, mostOfEach)
        .map(({ id, name, email }) => ({ id, label: name, note: email, to: '/dashboard/people' })),
  },
];

/** Whether the text contains every word, ignoring case. */
export const holdsWords = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

/** Cached only briefly, and canceled when the words change. */
export const recordsQuery = (source: RecordSource, words: string, session: Session | undefined) =>
  queryOptions({
    queryKey: ['admin', 'palette', source.label, words],
    queryFn:
      words.length < leastCharacters
        ? skipToken
        : ({ signal }: { signal: AbortSignal }) => source.find(words, session, signal),
    staleTime: 10_000,
    gcTime: 30_000,
    retry: false,
  });
