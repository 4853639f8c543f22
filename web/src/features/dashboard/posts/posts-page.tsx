/** Screen of all posts, from which the editor opens. */
import { kinds } from '@site/domain/kinds';
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { PLACEHOLDERS } from '@/constants/display-constants.js';
import { Plus, SearchX } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { ApiError } from '@/api/api.js';
import { AdminPage, TokenNeeded } from '@/dashboard-kit/admin-page.js';
import { whilePreparing } from '@/dashboard-kit/admin-image.js';
import { deleteItem } from '@/dashboard-kit/editor/resource.js';
import { iconOf } from '@/dashboard-kit/kind-icon.js';
import { cardGridClassName, PagedList } from '@/dashboard-kit/list/paged-list.js';
import { pagedQuery, reloadChanged } from '@/dashboard-kit/list/queries.js';
import { useDeleteWithUndo } from '@/dashboard-kit/list/delete-with-undo.js';
import { useSelection } from '@/dashboard-kit/list/selection.js';
import { readSession } from '@/components/session/session.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { LazySection } from '@/ui/lazy-section.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { Loading } from '@/ui/skeleton.js';
import { CampaignWarning } from './campaign-warning.js';
import { resolveDisplayText } from './editable-post-card.js';
import { ListedPosts } from './listed-posts.js';
import { type BulkAction, PostBulkBar, PostBulkDialog } from './post-bulk.js';
import { PostFilters, type PostFilterState, useIsCompact, usePostFilters } from './post-filters.js';
import { createDraft } from './editor/editor-api.js';

const PostEditorPage = lazy(async () => ({ default: (await import('./editor/editor-page.js')).PostEditorPage }));

/** `?post={id}` opens a post in the editor. */
export function Page() {
  const [search] = useSearchParams();
  const postId = search.get('post');
  return (
    <TokenNeeded title="Blog Posts">
      {postId ? (
        <LazySection waiting={<Loading label="Loading the post" count={3} each="mb-4 h-24" />}>
          <PostEditorPage key={postId} postId={postId} />
        </LazySection>
      ) : (
        <PostList />
      )}
    </TokenNeeded>
  );
}

const address = '/admin/main/post';

const postEditorPath = (id: string) => `/dashboard/blog?${new URLSearchParams({ post: id })}`;

function PostList() {
  const filters = usePostFilters();
  const isCompact = useIsCompact();
  const posts = useInfiniteQuery({
    ...pagedQuery<EditedPost>(
      ['admin', kinds.post.list, ...Object.entries(filters.query).flat()],
      address,
      filters.query,
    ),
    refetchInterval: whilePreparing,
    placeholderData: keepPreviousData,
  });
  const selection = useSelection(posts.data ?? []);
  const [bulkAction, setBulkAction] = useState<BulkAction>();
  const region = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const drafting = useDraft((id) => void navigate(postEditorPath(id)));
  const deletion = useDeleteWithUndo<EditedPost>('post', {
    title: 'Delete Blog?',
    note: (post) => (
      <>
        “{resolveDisplayText(post).title}”
        {post.status === 'published' && <CampaignWarning postId={post.id} className="mt-3" />}
      </>
    ),
    failed: 'We couldn’t delete the post. Try again.',
    done: (post) => `Deleted “${resolveDisplayText(post).title}”.`,
    remove: ({ id }) => deleteItem(address, id),
    focusAfter: () => region.current,
  });

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
      {(filters.isFiltered || posts.data?.length !== 0) && <PostFilters filters={filters} />}
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
              className={cardGridClassName}
              count={PLACEHOLDERS.posts}
              each="h-96 rounded-lg"
            />
          }
          empty={<NoPosts filters={filters} />}
          counted={{ nouns: ['post', 'posts'], order: filters.order }}
        >
          {(found) => (
            <>
              <ListedPosts
                posts={found}
                isCompact={isCompact}
                selection={selection}
                onEdit={({ id }) => void navigate(postEditorPath(id))}
                onDelete={deletion.openDialog}
              />
              <PostBulkBar selection={selection} posts={found} onOpenDialog={setBulkAction} />
            </>
          )}
        </PagedList>
      </div>
      {deletion.dialog}
      {bulkAction && (
        <PostBulkDialog
          name={bulkAction}
          selected={selection.selected}
          onDone={selection.deselect}
          onClose={() => setBulkAction(undefined)}
          returnFocusTo={() => region.current}
        />
      )}
    </AdminPage>
  );
}

function NoPosts({ filters: { searchText, status, isFiltered } }: { filters: PostFilterState }) {
  if (searchText) return <EmptyState Icon={SearchX}>No posts match “{searchText}”.</EmptyState>;
  if (status) return <EmptyState Icon={SearchX}>No posts have this status.</EmptyState>;
  if (isFiltered) return <EmptyState Icon={SearchX}>No posts have this author and tag.</EmptyState>;
  return (
    <EmptyState Icon={iconOf('post')}>
      There are no blog posts yet. Click <strong>{dashboardStrings.createNew}</strong> to write the first one.
    </EmptyState>
  );
}

function useDraft(onCreated: (id: string) => void) {
  const client = useQueryClient();
  const [keys] = useState(() => new SubmissionKeys());
  return useMutation({
    mutationFn: () => {
      const author = readSession()?.name ?? '';
      return createDraft(author, keys.headersFor({ author }));
    },
    onSuccess: ({ post: { id } }) => {
      reloadChanged(client, kinds.post.list);
      onCreated(id);
    },
  });
}
