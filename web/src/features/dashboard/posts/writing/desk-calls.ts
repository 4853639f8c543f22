import type {
  EditedPost,
  Kept,
  PostDesk,
  PostValues,
  Preview,
  Revision,
  WholeRevision,
} from '@site/proto/content/v1/posts.answers';
import type { PublishInput } from '@site/proto/content/v1/posts.schema';
import { kinds } from '@site/domain/kinds';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request, type Answer, type ApiError } from '../../../../api/api.js';

/** The writing desk's calls. */

const list = '/admin/main/post';
const addressOf = (id: string) => `${list}/${encodeURIComponent(id)}`;
/** Under the list's own key: what changes the list makes it old, too. */
const keyOf = (id: string) => ['admin', kinds.post.list, 'desk', id];

/** Makes an empty post that only its editors see. The key makes a repetition harmless. */
export const createDraft = async (author: string, headers: Record<string, string>) =>
  (await request<PostDesk>(`${list}/draft`, { method: 'POST', json: { values: { author } }, headers })).data;

/** All that the page of a post begins with. `sentAt` is the server's time then, in milliseconds. */
export const deskQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<PostDesk & { sentAt: number }> => {
      const { data, sentAt } = await request<PostDesk>(addressOf(id), { signal });
      return { ...data, sentAt: Date.parse(sentAt ?? '') || Date.now() };
    },
    // It is read when the page is opened; nothing that comes later may go into the fields.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Keeps what was written; 409 for a revision that would pass over somebody else's. */
export const putRevision = async (id: string, kind: 'autosave' | 'saved', base: number, values: PostValues) =>
  (
    await request<Kept>(`${addressOf(id)}/revision`, {
      method: 'PUT',
      json: { kind, base_revision: base, values },
    })
  ).data;

export const discardAutosave = (id: string) => request(`${addressOf(id)}/autosave`, { method: 'DELETE' });

/** Who wrote when, the latest first. */
export const revisionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'revisions'],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam && `?${new URLSearchParams({ cursor: pageParam })}`;
      return request<Revision[]>(`${addressOf(id)}/revisions${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: Answer<Revision[]>) => page.next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

/** What one of them says; it never changes. */
export const revisionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'revision', number],
    queryFn: async ({ signal }) =>
      (await request<WholeRevision>(`${addressOf(id)}/revisions/${number}`, { signal })).data,
    staleTime: Infinity,
  });

/** What the server finds wrong, by the names of the fields: those of the values are told as parts of these. */
export const faultsOf = ({ errors }: ApiError): Record<string, string> =>
  Object.fromEntries(
    errors
      .toReversed()
      .map(({ field, message }) => [field.replace(/^values\./, '').replace(/\..*/, ''), message] as const),
  );

/** Puts a saved revision on the site, at once or at a time, or takes the post off it. */
export const publishPost = async (id: string, input: PublishInput, headers: Record<string, string>) =>
  (await request<EditedPost>(`${addressOf(id)}/publish`, { method: 'POST', json: input, headers })).data;

export const createPreview = async (id: string) =>
  (await request<Preview>(`${addressOf(id)}/preview`, { method: 'POST' })).data;

/** Makes every preview link of the post useless. */
export const endPreviews = (id: string) => request(`${addressOf(id)}/preview`, { method: 'DELETE' });
