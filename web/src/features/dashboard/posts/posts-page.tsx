import { lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import { Late } from '../../../ui/late.js';
import { Loading } from '../../../ui/skeleton.js';
import { PostList } from './post-list.js';

const DeskPage = lazy(() => import('./writing/desk-page.js').then((module) => ({ default: module.DeskPage })));

/** /dashboard/blog: the posts; `?post={id}` opens one in the editor. */
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
