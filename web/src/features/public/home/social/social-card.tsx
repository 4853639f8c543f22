import type { SocialPost } from '@site/proto/weather/v1/social.responses';
import { ExternalLink, MessageCircle, Share2, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { cutCharacters } from '@/ui/truncate.js';
import { Ridges } from '@/ui/ridges.js';
import * as strings from '@/strings/public-strings.js';
import { ImageBadge } from '@/components/content/snapshot-card.js';
import { useNow } from '@/components/time/clock.js';
import { fullDate, relativeTime } from '@/components/time/times.js';
import { SOCIAL_MESSAGE_CHARACTERS } from '@/constants/display-constants.js';

const cardClassName = 'card group flex h-full flex-col overflow-hidden';

export function SocialCard({ post, isExample }: { post: SocialPost; isExample: boolean }) {
  const content = <Content post={post} isExample={isExample} />;
  if (!post.url) return <article className={cardClassName}>{content}</article>;
  return (
    <a href={post.url} target="_blank" rel="noopener noreferrer" className={cardClassName}>
      {content}
    </a>
  );
}

function Content({ post, isExample }: { post: SocialPost; isExample: boolean }) {
  const now = useNow();
  const createdAt = Date.parse(post.created_time);
  return (
    <>
      <span className="relative block aspect-16/9 overflow-hidden bg-linear-to-b from-sky to-sky-soft">
        <PostImage key={post.image} src={post.image} />
        {isExample && <ImageBadge>{strings.example}</ImageBadge>}
      </span>
      <span className="flex flex-1 flex-col p-4 sm:p-5">
        <span className="flex items-center gap-3">
          <PageAvatar key={post.pagePicture} post={post} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{post.pageName}</span>
            {!isExample && (
              <time dateTime={post.created_time} title={fullDate(createdAt)} className="block text-sm text-ink-soft">
                {relativeTime(createdAt, now)}
              </time>
            )}
          </span>
          {post.url && <ExternalLink aria-hidden="true" size={16} className="shrink-0 text-ink-soft" />}
        </span>
        <span className="mt-2 mb-3 wrap-anywhere sm:mt-3 sm:mb-4">
          {cutCharacters(post.message, SOCIAL_MESSAGE_CHARACTERS)}
        </span>
        <span className="figures mt-auto flex gap-5 border-t border-line pt-3 text-sm text-ink-soft">
          <Count Icon={ThumbsUp} count={post.likesCount} one="like" />
          <Count Icon={MessageCircle} count={post.commentsCount} one="comment" />
          <Count Icon={Share2} count={post.sharesCount} one="share" />
        </span>
        {post.url && <span className="sr-only"> (opens in a new tab)</span>}
      </span>
    </>
  );
}

/** Draws a sky when there is no picture or it fails to load. */
function PostImage({ src }: { src: string | null }) {
  const [broken, setBroken] = useState(false);
  if (!src || broken) return <Ridges className="absolute inset-x-0 bottom-0 h-3/5 w-full text-ozark" />;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      width={640}
      height={360}
      onError={() => setBroken(true)}
      className="absolute inset-0 size-full object-cover transition-transform duration-300 ease-out group-hover:scale-[1.03]"
    />
  );
}

function PageAvatar({ post: { pageName, pagePicture } }: { post: SocialPost }) {
  const [broken, setBroken] = useState(false);
  const isVisible = pagePicture && !broken;
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-full bg-sky-soft font-bold text-sky-strong"
    >
      {isVisible ? (
        <img src={pagePicture} alt="" width={40} height={40} loading="lazy" onError={() => setBroken(true)} />
      ) : (
        pageName.charAt(0)
      )}
    </span>
  );
}

function Count({ Icon, count, one }: { Icon: typeof Share2; count: number; one: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" size={16} />
      {count.toLocaleString('en-US')}
      <span className="sr-only">
        {' '}
        {one}
        {count === 1 ? '' : 's'}
      </span>
    </span>
  );
}
