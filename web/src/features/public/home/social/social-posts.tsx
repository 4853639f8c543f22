import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../../../../api/api.js';
import { Banner } from '../../../../ui/banner.js';
import { Carousel } from '../../../../ui/carousel/carousel.js';
import { loggingFailure } from '../../../../log-failure.js';
import { useNow } from '../../../../domain/time/clock.js';
import { minutesAgo } from '../../../../domain/time/times.js';
import { SOCIAL_LIMIT } from '../../../../constants.js';
import { strings } from '../../../../strings.js';
import { examplePosts } from './example-posts.js';
import { SocialCard, type SocialPost } from './social-card.js';

interface SocialAnswer {
  ok: boolean;
  updatedAt: string | null;
  /** The network did not answer: these are the last posts it gave. */
  stale: boolean;
  posts: SocialPost[];
}

const socialPostsQuery = queryOptions({
  queryKey: ['social'],
  queryFn: async ({ signal }) => {
    const ask = () => request<SocialAnswer>('/main/social/posts', { signal });
    return (await loggingFailure('loading the Facebook posts', signal, ask)).data;
  },
  staleTime: 5 * 60_000,
});

/** The posts; while there are none to be had, three examples that say so. */
export function SocialPosts({ waiting }: { waiting: ReactNode }) {
  const { data, isPending } = useQuery(socialPostsQuery);
  const now = useNow();
  if (isPending) return waiting;
  const hasFailed = !data?.ok;
  const posts = hasFailed ? examplePosts : data.posts.slice(0, SOCIAL_LIMIT);
  if (posts.length === 0) return <p className="text-lg text-ink-soft">There are no posts yet.</p>;
  return (
    <>
      {hasFailed && (
        <Banner tone="info" className="mb-4">
          {strings.socialPostsFailed}
        </Banner>
      )}
      {data?.stale && data.updatedAt && (
        <p className="mb-4 text-sm font-medium text-clay-ink">
          Last updated <time dateTime={data.updatedAt}>{minutesAgo(Date.parse(data.updatedAt), now)}</time>, Facebook
          not answering.
        </p>
      )}
      <Carousel
        label="Newest Facebook posts"
        slides={posts.map((post) => ({
          key: post.url || post.message,
          content: <SocialCard post={post} isExample={hasFailed} />,
        }))}
      />
    </>
  );
}
