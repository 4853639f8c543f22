import type { Post } from '@site/proto/content/v1/posts.responses';
import { stateName } from '@site/regions/state';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { ShowMore } from '@/ui/lists/show-more.js';
import { Listed } from '@/ui/pages/async-list.js';
import { PageHead } from '@/ui/pages/page-head.js';
import { PostCard } from '@/components/content/post-card.js';
import { postPath } from '@/components/content/post-path.js';
import { useSitePart } from '@/components/content/site-content.js';
import { Loading } from '@/ui/skeleton.js';
import { BLOG_POST_WORD_LIMIT, PLACEHOLDERS } from '@/constants/display-constants.js';
import * as strings from '@/strings/public-strings.js';
import { pagedQuery } from '@/api/public-query.js';

const postsQuery = pagedQuery<Post>('/main/post', 'loading the posts');
const gridClassName = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 md:gap-6';

/** Falls back to the home page's newest posts when the list can't be loaded. */
export function Page() {
  const list = useInfiniteQuery(postsQuery);
  const { data: content, state } = useSitePart('content');
  const posts = list.data?.pages.flatMap((page) => page.data) ?? (state === 'missing' ? undefined : content?.posts);
  return (
    <>
      <PageHead
        title={strings.homeBlogPost}
        lead={
          <>
            What the weather in {stateName} does, why, and what to do about it. Also available as a{' '}
            <a className="text-link" href="/feed.xml">
              feed
            </a>
            .
          </>
        }
      />
      <div className="container-page">
        <Listed
          items={posts}
          hasFailed={list.errorUpdateCount > 0}
          // The specification's text covers both cases: failed and empty.
          failure={strings.noBlogAvailable}
          query={list}
          waiting={
            <Loading
              label="Loading posts"
              className={gridClassName}
              count={PLACEHOLDERS.posts}
              each="h-96 rounded-lg"
            />
          }
          empty={<EmptyState Icon={Newspaper}>{strings.noBlogAvailable}</EmptyState>}
        >
          {(visiblePosts) => (
            <ul className={gridClassName}>
              {visiblePosts.map((post) => (
                <li key={post.id} className="min-w-0">
                  <PostCard
                    post={post}
                    wordLimit={BLOG_POST_WORD_LIMIT}
                    headingLevel={2}
                    to={postPath(post)}
                    state={{ post }}
                  />
                </li>
              ))}
            </ul>
          )}
        </Listed>
        <ShowMore list={list} />
      </div>
    </>
  );
}
