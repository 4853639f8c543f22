import { kinds } from '@site/domain/kinds';
import type { EditedPost } from '@site/proto/content/v1/posts.answers';
import { type PostStatus, postStatuses } from '@site/proto/content/v1/posts.schema';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { PLACEHOLDERS } from '../../../constants.js';
import { Plus, SearchX } from 'lucide-react';
import { lazy, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import * as dashboardStrings from '../../../dashboard-strings.js';
import { ApiError } from '../../../api/api.js';
import { AdminPage, TokenNeeded } from '../../../dashboard-kit/admin-page.js';
import { whilePreparing } from '../../../dashboard-kit/admin-picture.js';
import { deleteThing } from '../../../dashboard-kit/editor/resource.js';
import { iconOf } from '../../../dashboard-kit/kind-icon.js';
import { cardGridLook, ItemActions, PagedList } from '../../../dashboard-kit/list/lists.js';
import { pagedQuery, reloadChanged } from '../../../dashboard-kit/list/queries.js';
import { useDeleteWithUndo } from '../../../dashboard-kit/list/undo.js';
import { SearchBox, useAddressParameter, useSearchWords } from '../../../dashboard-kit/list/search-box.js';
import { readSession } from '../../../domain/session/session.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { inputLook } from '../../../ui/forms/input-look.js';
import { SubmissionKeys } from '../../../ui/forms/submission-keys.js';
import { Late } from '../../../ui/late.js';
import { EmptyState } from '../../../ui/lists/empty-state.js';
import { Loading } from '../../../ui/skeleton.js';
import { CampaignWarning } from './campaign-warning.js';
import { EditedCard } from './edited-card.js';
import { createDraft } from './writing/desk-calls.js';

const DeskPage = lazy(async () => ({ default: (await import('./writing/desk-page.js')).DeskPage }));

/** `?post={id}` opens a post in the editor. */
export function Page() {
  const [search] = useSearchParams();
  const postId = search.get('post');
  return (
    <TokenNeeded title="Blog Posts">
      {postId ? (
        <Late waiting={<Loading label="Loading the post" count={3} each="mb-4 h-24" />}>
          <DeskPage key={postId} postId={postId} />
        </Late>
      ) : (
        <PostList />
      )}
    </TokenNeeded>
  );
}

const address = '/admin/main/post';

const statusNames: Record<PostStatus, string> = {
  draft: 'Drafts',
  scheduled: 'Scheduled',
  published: 'Published',
  unlisted: 'Unlisted',
};

const deskPath = (id: string) => `/dashboard/blog?${new URLSearchParams({ post: id })}`;

function PostList() {
  const [words, setWords] = useSearchWords();
  const [given, setStatus] = useAddressParameter('status');
  const status = postStatuses.find((one) => one === given);
  const filter = { ...(words && { q: words }), ...(status && { status }) };
  const posts = useInfiniteQuery({
    ...pagedQuery<EditedPost>(['admin', kinds.post.list, ...Object.entries(filter).flat()], address, filter),
    refetchInterval: whilePreparing,
    placeholderData: keepPreviousData,
  });
  const region = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const drafting = useDraft((id) => void navigate(deskPath(id)));
  const deletion = useDeleteWithUndo<EditedPost>('post', {
    title: dashboardStrings.deleteBlogQuestion,
    note: ({ id, title, status }) => (
      <>
        “{title || 'Untitled'}”{status === 'published' && <CampaignWarning postId={id} className="mt-3" />}
      </>
    ),
    failed: 'We couldn’t delete the post. Try again.',
    done: ({ title }) => `Deleted “${title || 'Untitled'}”.`,
    remove: ({ id }) => deleteThing(address, id),
    focusAfter: () => region.current,
  });
  const isFiltered = Boolean(words || status);

  return (
    <AdminPage
      title="Blog Posts"
      action={
        <Button onClick={() => drafting.mutate()} busyLabel={drafting.isPending && dashboardStrings.creating}>
          <Plus aria-hidden="true" size={20} />
          {dashboardStrings.createNew}
        </Button>
      }
    >
      {drafting.isError && (
        <Banner tone="error" className="mb-6">
          <p>We couldn’t create the post.</p>
          {drafting.error instanceof ApiError && <p>{drafting.error.message}</p>}
        </Banner>
      )}
      {(isFiltered || posts.data?.length !== 0) && (
        <div className="mb-6 flex flex-wrap gap-3">
          <SearchBox label="Search posts" words={words} onSearch={setWords} className="min-w-0 flex-1 basis-64" />
          <StatusFilter status={status ?? ''} onChange={setStatus} />
        </div>
      )}
      <div
        ref={region}
        tabIndex={-1}
        role="group"
        aria-label="Blog Posts"
        aria-busy={posts.isPlaceholderData || undefined}
      >
        <PagedList
          query={posts}
          failure="We couldn’t load the posts. Try again."
          placeholder={
            <Loading
              label="Loading the posts"
              className={cardGridLook}
              count={PLACEHOLDERS.posts}
              each="h-96 rounded-lg"
            />
          }
          empty={<Nothing words={words} status={status} />}
          counted={{ words: ['post', 'posts'], order: 'last edited first' }}
        >
          {(found) => (
            <ul className={cardGridLook}>
              {found.map((post) => (
                <ListedPost
                  key={post.id}
                  post={post}
                  onEdit={() => void navigate(deskPath(post.id))}
                  onDelete={() => deletion.ask(post)}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {deletion.dialog}
    </AdminPage>
  );
}

function ListedPost({ post, onEdit, onDelete }: { post: EditedPost; onEdit: () => void; onDelete: () => void }) {
  const nameId = useId();
  return (
    <li className="card relative flex flex-col overflow-hidden">
      <EditedCard post={post} nameId={nameId} />
      <ItemActions describedBy={nameId} onDelete={onDelete} onEdit={onEdit} className="mt-auto p-4" />
    </li>
  );
}

function Nothing({ words, status }: { words: string; status: PostStatus | undefined }) {
  if (words) return <EmptyState Icon={SearchX}>No posts match “{words}”.</EmptyState>;
  if (status) return <EmptyState Icon={SearchX}>No posts have this status.</EmptyState>;
  return (
    <EmptyState Icon={iconOf('post')}>
      There are no blog posts yet. Click <strong>{dashboardStrings.createNew}</strong> to write the first one.
    </EmptyState>
  );
}

function StatusFilter({ status, onChange }: { status: string; onChange: (status: string) => void }) {
  return (
    <select
      aria-label="Filter by status"
      value={status}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputLook} h-11 max-w-48`}
    >
      <option value="">All posts</option>
      {postStatuses.map((one) => (
        <option key={one} value={one}>
          {statusNames[one]}
        </option>
      ))}
    </select>
  );
}

function useDraft(onMade: (id: string) => void) {
  const client = useQueryClient();
  const [keys] = useState(() => new SubmissionKeys());
  return useMutation({
    mutationFn: () => {
      const author = readSession()?.name ?? '';
      return createDraft(author, keys.headersFor({ author }));
    },
    onSuccess: ({ post: { id } }) => {
      reloadChanged(client, kinds.post.list);
      onMade(id);
    },
  });
}
