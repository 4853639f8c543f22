/** A post's article, with sharing and related posts. */
import type { Post, FullPost } from '@site/proto/content/v1/posts.responses';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BLOG_POST_WORD_LIMIT } from '@/constants/display-constants.js';
import { PostCard, PostImage } from '@/components/content/post-card.js';
import { postPath } from '@/components/content/post-path.js';
import { RichTextView, TextFrame } from '@/components/content/rich-text-view.js';
import { fullDate } from '@/components/time/times.js';
import { ExternalButtonLink } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { LinkedText } from '@/ui/linked-text.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { Section } from '@/ui/page-section.js';
import { ShareButton } from '@/ui/share-button.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';

const maxOtherPosts = 3;

interface ArticleProps {
  post: FullPost;
  /** Newest first; may include this one. */
  posts: Post[];
  isWaiting?: boolean;
  /** Above the title, for example that this is a preview. */
  notice?: ReactNode;
}

/** Sorts by shared tags, then by date. */
function relatedTo({ tags }: Post, others: readonly Post[]): { posts: Post[]; areRelated: boolean } {
  const shared = (other: Post) => other.tags.filter((tag) => tags.includes(tag)).length;
  const posts = [...others].sort((one, other) => shared(other) - shared(one)).slice(0, maxOtherPosts);
  return { posts, areRelated: posts.some((post) => shared(post) > 0) };
}

export function Article({ post, posts, isWaiting = false, notice }: ArticleProps) {
  const place = posts.findIndex(({ id }) => id === post.id);
  const newer = posts[place - 1];
  const older = place === -1 ? undefined : posts[place + 1];
  const others = relatedTo(
    post,
    posts.filter((other) => ![post.id, newer?.id, older?.id].includes(other.id)),
  );
  return (
    <>
      <article className="container-page max-w-3xl pt-6 wrap-anywhere md:pt-10">
        <Link to="/blogs" className="inline-flex min-h-11 items-center gap-1.5 text-link">
          <ArrowLeft aria-hidden="true" size={18} className="shrink-0" />
          All posts
        </Link>
        {notice}
        <div className="relative mt-3 aspect-16/9 overflow-hidden rounded-lg">
          <PostImage post={post} sizes="(min-width: 768px) 720px, 100vw" priority />
        </div>
        <PageTitle title={post.title} dir="auto" className="mt-8 text-2xl md:text-3xl" />
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-b border-line pb-5">
          <p className="text-ink-soft">
            {post.author && <span className="font-semibold text-ink">{post.author} · </span>}
            <time dateTime={post.created_at}>{fullDate(Date.parse(post.created_at))}</time>
          </p>
          <ShareButton path={postPath(post)} title={post.title} label="Share this post" />
        </div>
        <div className="mt-7">
          <PostText post={post} isWaiting={isWaiting} />
        </div>
        {post.url && (
          <ExternalButtonLink href={post.url} tone="secondary" className="mt-8">
            Read more
          </ExternalButtonLink>
        )}
        {post.tags.length > 0 && (
          <ul aria-label="Tags" className="mt-8 flex flex-wrap gap-2">
            {post.tags.map((tag) => (
              <li key={tag} className="rounded-full bg-surface-raised px-3 py-1 text-sm text-ink-soft">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </article>
      {(newer ?? older) && (
        <nav aria-label="Newer and older posts" className="container-page mt-12 grid max-w-3xl gap-4 sm:grid-cols-2">
          {newer && (
            <NextLink post={newer}>
              <ArrowLeft aria-hidden="true" size={16} className="shrink-0" />
              Newer post
            </NextLink>
          )}
          {older && (
            <NextLink post={older} className="items-end text-right sm:col-start-2">
              Older post
              <ArrowRight aria-hidden="true" size={16} className="shrink-0" />
            </NextLink>
          )}
        </nav>
      )}
      {others.posts.length > 0 && (
        <Section title={others.areRelated ? 'Related posts' : 'More from the blog'} className="container-page mt-16">
          <ul className="mt-6 grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">
            {others.posts.map((other) => (
              <li key={other.id} className="min-w-0">
                <PostCard post={other} wordLimit={BLOG_POST_WORD_LIMIT} to={postPath(other)} state={{ post: other }} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function PostText({ post, isWaiting }: { post: FullPost; isWaiting: boolean }) {
  if (post.document) return <RichTextView document={post.document} media={post.media} />;
  if (isWaiting) {
    return (
      <Loading label="Loading the text" className="flex max-w-[65ch] flex-col gap-3">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </Loading>
    );
  }
  return (
    <TextFrame text={post.description}>
      {post.description.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} dir="auto" className="whitespace-pre-line">
          <LinkedText text={paragraph} />
        </p>
      ))}
    </TextFrame>
  );
}

interface NextLinkProps {
  post: Post;
  className?: string;
  children: ReactNode;
}

function NextLink({ post, className, children }: NextLinkProps) {
  return (
    <Link
      to={postPath(post)}
      state={{ post }}
      className={classNames('card flex min-w-0 flex-col gap-1 p-5 wrap-anywhere hover:bg-surface-raised', className)}
    >
      <span className="flex items-center gap-1.5 text-sm text-ink-soft">{children}</span>
      <span dir="auto" className="line-clamp-2 font-semibold">
        {post.title}
      </span>
    </Link>
  );
}
