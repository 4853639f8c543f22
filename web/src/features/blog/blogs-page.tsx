import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.js';
import { PageTitle } from '../../components/page-title.js';
import { PostCard } from '../../components/post-card.js';
import { useSiteContent } from '../../components/site-content.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { BLOG_POST_WORDS, PLACEHOLDERS } from '../../constants.js';
import { strings } from '../../strings.js';
import { postsQuery } from './blog-queries.js';

const gridLook = 'mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 md:gap-6';

/** All posts. When the list does not answer, the newest ones of the home page are shown. */
export function Page() {
  const list = useInfiniteQuery(postsQuery);
  const { data: content } = useSiteContent();
  const posts = list.data?.pages.flatMap((page) => page.data) ?? content?.posts;
  return (
    <div className="container-page pt-8 md:pt-12">
      <PageTitle title={strings.homeBlogPost} />
      {!posts && list.isPending && (
        <Loading label="Loading posts" className={gridLook}>
          {Array.from({ length: PLACEHOLDERS.posts }, (_, key) => (
            <Skeleton key={key} className="h-96 rounded-lg" />
          ))}
        </Loading>
      )}
      {!list.isPending && (posts ?? []).length === 0 && (
        <p className="mt-8 text-lg text-ink-soft">{strings.noBlogAvailable}</p>
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
      {list.hasNextPage && (
        <div className="mt-8 flex justify-center">
          <Button
            tone="secondary"
            onClick={() => void list.fetchNextPage()}
            busyLabel={list.isFetchingNextPage && 'Loading…'}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
