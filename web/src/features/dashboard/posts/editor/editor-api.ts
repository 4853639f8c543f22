/** Queries and calls of the post editor. */
import type {
  EditedPost,
  SavedRevision,
  PostEditorData,
  PostValues,
  Preview,
  Revision,
  FullRevision,
} from '@site/proto/content/v1/posts.responses';
import type { PublishInput, TabInput } from '@site/proto/content/v1/posts.schema';
import { kinds } from '@site/domain/kinds';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fetchData, post } from '@/api/admin.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { request, type ApiResponse, type ApiError } from '@/api/api.js';

const list = '/admin/main/post';
const addressOf = (id: string) => `${list}/${encodeURIComponent(id)}`;
/** Below the list's key, so that invalidating the list invalidates it too. */
const keyOf = (id: string) => ['admin', kinds.post.list, 'desk', id];

export const createDraft = async (author: string, headers: Record<string, string>) =>
  (await post<PostEditorData>(`${list}/draft`, { values: { author } }, headers)).data;

/** `sentAt` is the server's time of the response in milliseconds. */
export const postEditorQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<PostEditorData & { sentAt: number }> => {
      const { data, sentAt } = await request<PostEditorData>(addressOf(id), { signal });
      return { ...data, sentAt: Date.parse(sentAt ?? '') || Date.now() };
    },
    // Loaded once: later responses must not change the fields.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Stores a revision; 409 if it would overwrite another user's, or an autosave another tab's. */
export const putRevision = (id: string, kind: 'autosave' | 'saved', base: number, values: PostValues, tab: TabInput) =>
  fetchData<SavedRevision>(`${addressOf(id)}/revision`, {
    method: 'PUT',
    json: { kind, base_revision: base, values, ...tab },
  });

export const discardAutosave = (id: string, tab: TabInput) =>
  request(`${addressOf(id)}/autosave?${new URLSearchParams({ ...tab })}`, { method: 'DELETE' });

export const revisionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'revisions'],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam && `?${new URLSearchParams({ cursor: pageParam })}`;
      return request<Revision[]>(`${addressOf(id)}/revisions${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: ApiResponse<Revision[]>) => page.next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

export const revisionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'revision', number],
    queryFn: ({ signal }) => fetchData<FullRevision>(`${addressOf(id)}/revisions/${number}`, { signal }),
    staleTime: Infinity,
  });

/** Maps validation errors to field names; errors inside a value count for the whole field. */
export const faultsOf = ({ errors }: ApiError): Record<string, string> =>
  Object.fromEntries(
    errors
      .toReversed()
      .map(({ field, message }) => [field.replace(/^values\./, '').replace(/\..*/, ''), message] as const),
  );

export const publishPost = async (id: string, input: PublishInput, headers: Record<string, string>) =>
  (await post<EditedPost>(`${addressOf(id)}/publish`, input, headers)).data;

/** Adds a tag without touching the user's unsaved text, and publishes it if the post has no other changes. */
export async function addTag(listed: EditedPost, tag: string): Promise<void> {
  const editorData = await fetchData<PostEditorData>(addressOf(listed.id));
  const { openedValues } = await import('./post-values.js');
  const values = openedValues(editorData);
  if (values.tags.some((one) => one.toLowerCase() === tag.toLowerCase())) return;
  const { id, status, revision: base, has_changes: hasChanges } = editorData.post;
  const tagged = { ...values, tags: [...values.tags, tag] };
  const { revision } = await putRevision(id, 'saved', base, tagged, { tab: crypto.randomUUID(), replaces: '' });
  if (hasChanges || (status !== 'published' && status !== 'unlisted')) return;
  const decision = { revision, status, publish_at: '', send_newsletter: false };
  await publishPost(id, decision, new SubmissionKeys().headersFor(decision));
}

export const createPreview = (id: string) => fetchData<Preview>(`${addressOf(id)}/preview`, { method: 'POST' });

export const endPreviews = (id: string) => request(`${addressOf(id)}/preview`, { method: 'DELETE' });
