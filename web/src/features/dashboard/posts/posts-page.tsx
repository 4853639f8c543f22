import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Newspaper, Plus, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { cardGridLook } from '../../../dashboard-kit/list/card-grid.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { useUndoToast } from '../../../dashboard-kit/list/restore.js';
import { SearchBox } from '../../../dashboard-kit/list/search-box.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { useSearchWords } from '../../../dashboard-kit/list/search-words.js';
import { untilPrepared } from '../../../dashboard-kit/until-prepared.js';
import { Button } from '../../../ui/button.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { PLACEHOLDERS } from '../../../constants.js';
import { strings } from '../../../strings.js';
import { PostCard } from './post-card.js';
import { PostEditor } from './post-editor.js';
import { deletePost, postsList, postsQuery, type AdminPost } from './posts.js';

/** /dashboard/blog: the posts, newest first. */
export function Page() {
  const client = useQueryClient();
  const [words, setWords] = useSearchWords();
  const posts = useInfiniteQuery({
    ...postsQuery(words),
    refetchInterval: untilPrepared,
    // While the next words are searched for, the last finds stay.
    placeholderData: (last) => last,
  });
  const showToast = useToast();
  const showUndo = useUndoToast();
  const list = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<AdminPost | 'new'>();
  const [asked, setAsked] = useState<AdminPost>();
  const [isDeleted, setIsDeleted] = useState(false);

  function saved(post: AdminPost) {
    showToast(editing === 'new' ? `Published “${post.title}”.` : `Updated “${post.title}”.`);
    // A new post would not be seen among what was searched for.
    if (editing === 'new') setWords('');
    reloadChanged(client, postsList);
    setEditing(undefined);
  }

  function deleted(post: AdminPost) {
    setIsDeleted(true);
    setAsked(undefined);
    showUndo(`Deleted “${post.title}”.`, { type: 'post', id: post.id });
    reloadChanged(client, postsList);
  }

  return (
    <AdminPage
      title="Blog Posts"
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" size={20} />
          {strings.createNew}
        </Button>
      }
    >
      <SearchBox label="Search posts" words={words} onSearch={setWords} className="mb-6" />
      <div ref={list} tabIndex={-1} role="group" aria-label="Posts" aria-busy={posts.isPlaceholderData || undefined}>
        <Loaded query={posts} failure="The posts could not be loaded. Please try again." placeholder={<Placeholder />}>
          {(found) =>
            found.length === 0 ? (
              words ? (
                <EmptyState Icon={SearchX}>No post holds “{words}”.</EmptyState>
              ) : (
                <EmptyState Icon={Newspaper}>
                  There are no blog posts yet. Click <strong>{strings.createNew}</strong> to write the first one.
                </EmptyState>
              )
            ) : (
              <>
                <ul className={cardGridLook}>
                  {found.map((post) => (
                    <PostCard
                      key={post.id}
                      post={post}
                      onEdit={() => setEditing(post)}
                      onDelete={() => {
                        setIsDeleted(false);
                        setAsked(post);
                      }}
                    />
                  ))}
                </ul>
                <ShowMore list={posts} />
              </>
            )
          }
        </Loaded>
      </div>
      {editing && (
        <PostEditor
          post={editing === 'new' ? undefined : editing}
          onSaved={saved}
          onClose={() => setEditing(undefined)}
        />
      )}
      <DeleteDialog
        asked={asked}
        title={strings.deleteBlogQuestion}
        question="It disappears from the site. It can be restored for 30 days."
        note={({ title }) => <q>{title}</q>}
        failure="The post could not be deleted. Please try again."
        remove={deletePost}
        onDeleted={deleted}
        onFailed={() => reloadChanged(client, postsList)}
        onCancel={() => setAsked(undefined)}
        returnFocusTo={() => (isDeleted ? list.current : undefined)}
      />
    </AdminPage>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the posts" className={cardGridLook}>
      {Array.from({ length: PLACEHOLDERS.posts }, (_, index) => (
        <span key={index} className="card block overflow-hidden">
          <Skeleton className="aspect-16/9 rounded-none" />
          <span className="block p-4">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="mt-2 h-16" />
            <Skeleton className="mt-5 h-11 rounded-full" />
          </span>
        </span>
      ))}
    </Loading>
  );
}
