import { useInfiniteQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { NotAvailable } from '../../../ui/pages/not-available.js';
import { PageHead } from '../../../ui/pages/page-head.js';
import { PostCard } from '../../../domain/content/post-card.js';
import { useSitePart } from '../../../domain/content/site-content.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { BLOG_POST_WORDS, PLACEHOLDERS } from '../../../constants.js';
import { strings } from '../../../strings.js';
import { postsQuery } from './blog-queries.js';

const gridLook = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 md:gap-6';

/** All posts. When the list does not answer, the newest ones of the home page are shown. */
export function Page() {
  const list = useInfiniteQuery(postsQuery);
  const { data: content, state } = useSitePart('content');
  const posts = list.data?.pages.flatMap((page) => page.data) ?? (state === 'missing' ? undefined : content?.posts);
  const hasFailed = list.errorUpdateCount > 0;
  return (
    <>
      <PageHead
        title={strings.weatherBlogs}
        lead={
          <>
            What the weather in Arkansas does, why, and what to do about it. New posts also come as a{' '}
            <a className="text-link" href="/feed.xml">
              feed
            </a>
            .
          </>
        }
      />
      <div className="container-page">
        {!posts && !hasFailed && (
          <Loading label="Loading posts" className={gridLook}>
            {Array.from({ length: PLACEHOLDERS.posts }, (_, key) => (
              <Skeleton key={key} className="h-96 rounded-lg" />
            ))}
          </Loading>
        )}
        {posts?.length === 0 && <EmptyState Icon={Newspaper}>{strings.noBlogAvailable}</EmptyState>}
        {!posts && hasFailed && (
          // The specification's words are true of both; what cannot be known is not called empty.
          <NotAvailable isTrying={list.isFetching} onRetry={list.refetch}>
            {strings.noBlogAvailable}
          </NotAvailable>
        )}
        {posts && posts.length > 0 && (
          <ul className={gridLook}>
            {posts.map((post) => (
              <li key={post.id}>
                <PostCard
                  post={post}
                  words={BLOG_POST_WORDS}
                  headingLevel={2}
                  to={`/blogdetail?id=${encodeURIComponent(post.id)}`}
                  state={{ post }}
                />
              </li>
            ))}
          </ul>
        )}
        <ShowMore list={list} />
      </div>
    </>
  );
}
