import type { Post } from '@site/proto/content/v1/posts.responses';
import { Link, type LinkProps } from 'react-router-dom';
import { cutCharacters, truncateToWordCount } from '@/ui/truncate.js';
import { SafeImage } from '@/ui/image.js';
import { Ridges } from '@/ui/ridges.js';
import { fullDate } from '../time/times.js';

interface PostCardProps {
  post: Post;
  /** Of the description. */
  wordLimit: number;
  to: LinkProps['to'];
  state?: unknown;
  /** 3 inside a section. */
  headingLevel?: 2 | 3;
}

/** In characters, on average: caps the preview of texts without spaces. */
const maxWordLength = 20;

export function PostCard({ post, wordLimit, to, state, headingLevel = 3 }: PostCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Link to={to} state={state} className="card group flex h-full flex-col overflow-hidden wrap-anywhere">
      <span className="relative block aspect-16/9 overflow-hidden">
        <PostImage post={post} sizes="(min-width: 1248px) 384px, (min-width: 768px) 33vw, 100vw" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col p-5">
        <time dateTime={post.created_at} className="text-sm text-ink-soft">
          {fullDate(Date.parse(post.created_at))}
        </time>
        <Heading dir="auto" className="mt-1 line-clamp-2 text-lg">
          {post.title}
        </Heading>
        <span dir="auto" className="mt-2 line-clamp-10 text-ink-soft">
          {cutCharacters(truncateToWordCount(post.excerpt || post.description, wordLimit), wordLimit * maxWordLength)}
        </span>
      </div>
    </Link>
  );
}

/** Crops to its box; draws a sky without a picture or when loading fails. */
export function PostImage({ post, sizes, priority }: { post: Post; sizes: string; priority?: boolean }) {
  return (
    <SafeImage
      image={post.picture}
      src={post.image}
      alt=""
      sizes={sizes}
      priority={priority}
      className="absolute inset-0 size-full"
      fallback={
        <span className="absolute inset-0 bg-linear-to-b from-sky to-sky-soft">
          <Ridges className="absolute inset-x-0 bottom-0 h-3/5 w-full text-ozark" />
        </span>
      }
    />
  );
}
