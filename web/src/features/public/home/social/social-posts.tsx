import type { SocialPost, SocialPosts as Posts } from '@site/proto/weather/v1/social.responses';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { publicQuery } from '@/api/public-query.js';
import { Banner } from '@/ui/banner.js';
import { Carousel } from '@/ui/carousel/carousel.js';
import { useNow } from '@/components/time/clock.js';
import { minutesAgo } from '@/components/time/times.js';
import { SOCIAL_LIMIT } from '@/constants/display-constants.js';
import * as strings from '@/strings/public-strings.js';
import { SocialCard } from './social-card.js';
import exampleRadar from '@/assets/example-radar.svg';
import exampleShelter from '@/assets/example-shelter.svg';
import exampleStars from '@/assets/example-stars.svg';

/** Built-in examples, labeled as such, without likes or dates. */
const examples = [
  { image: exampleRadar, message: 'How to read the radar: what the colors mean, and what they don’t show.' },
  { image: exampleShelter, message: 'Before the storm: a flashlight, fresh batteries, shoes, and a weather radio.' },
  { image: exampleStars, message: 'A clear, calm night cools fast. Cover plants that frost could damage.' },
];

const examplePosts: SocialPost[] = examples.map(({ image, message }) => ({
  pageName: strings.siteName,
  pagePicture: null,
  image,
  message,
  created_time: '',
  url: '',
  likesCount: 0,
  commentsCount: 0,
  sharesCount: 0,
}));

const socialPostsQuery = {
  ...publicQuery<Posts>(['social'], '/main/social/posts', 'loading the Facebook posts'),
  staleTime: 5 * 60_000,
};

interface SocialPostsProps {
  /** Whether to load them, unless the document embeds them. */
  near: boolean;
  waiting: ReactNode;
}

/** Social posts, or three labeled examples when they can't be loaded. */
export function SocialPosts({ near, waiting }: SocialPostsProps) {
  const { data, isPending } = useQuery({ ...socialPostsQuery, enabled: near });
  const now = useNow();
  if (isPending) return waiting;
  const hasFailed = !data?.ok;
  const posts = hasFailed ? examplePosts : data.posts.slice(0, SOCIAL_LIMIT);
  if (posts.length === 0) return <p className="text-lg text-ink-soft">No posts yet.</p>;
  return (
    <>
      {hasFailed && (
        <Banner tone="info" className="mb-4">
          Failed to load Facebook posts. Showing fallback content.
        </Banner>
      )}
      {data?.stale && data.updatedAt && (
        <p className="mb-4 text-sm font-medium text-clay-ink">
          Last updated <time dateTime={data.updatedAt}>{minutesAgo(Date.parse(data.updatedAt), now)}</time>, Facebook
          isn’t responding.
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
