import type { Post } from '@site/proto/content/v1/posts.answers';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../api/api.js';
import { Button, ButtonLink, ExternalButtonLink } from '../../../ui/button.js';
import { PageProblem } from '../../../ui/pages/page-problem.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { BLOG_POST_WORDS } from '../../../constants.js';
import { PostCard, PostImage } from '../../../domain/content/post-card.js';
import { postPath } from '../../../domain/content/post-path.js';
import { useSiteContent } from '../../../domain/content/site-content.js';
import { classNames } from '../../../ui/class-names.js';
import { LinkedText } from '../../../ui/linked-text.js';
import { Section } from '../../../ui/section.js';
import { ShareButton } from '../../../ui/share-button.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { fullDate } from '../../../domain/time/times.js';
import { publicQuery } from '../../../api/public-query.js';

/** One post: handed over by its card, or fetched by the id in the address. */
export function Page() {
  const [search] = useSearchParams();
  const location = useLocation();
  const { data: content } = useSiteContent();
  const handedOver = (location.state as { post?: Post } | null)?.post;
  const id = search.get('id') ?? handedOver?.id ?? '';
  const known = handedOver?.id === id ? handedOver : content?.posts.find((post) => post.id === id);
  const query = publicQuery<Post>(['post', id], `/main/post/${encodeURIComponent(id)}`, 'loading the post');
  const fetched = useQuery({ ...query, enabled: id !== '' && !known });
  const post = known ?? fetched.data;

  if (post) return <Article key={post.id} post={post} posts={content?.posts ?? []} />;
  if (id !== '' && fetched.isPending) {
    return (
      <Loading label="Loading post" className="container-page max-w-3xl pt-6 md:pt-10">
        <Skeleton className="h-11 w-28" />
        <Skeleton className="mt-3 aspect-16/9 w-full rounded-lg" />
        <Skeleton className="mt-8 h-10 w-3/4" />
      </Loading>
    );
  }
  const isMissing = id === '' || (fetched.error instanceof ApiError && fetched.error.status === 404);
  return (
    <PageProblem
      title={isMissing ? 'This post is not here' : 'This post could not be loaded'}
      text={isMissing ? 'It may have been removed, or the address may be mistyped.' : fetched.error?.message}
    >
      {!isMissing && <Button onClick={() => void fetched.refetch()}>Try again</Button>}
      <ButtonLink to="/blogs" tone="secondary">
        All posts
      </ButtonLink>
    </PageProblem>
  );
}

/** So many other posts stand below one that was read. */
const othersShown = 3;

interface ArticleProps {
  post: Post;
  /** The newest posts, the newest first; this one may be among them. */
  posts: Post[];
}

/** The post to be read, and what may be read next. */
function Article({ post, posts }: ArticleProps) {
  const place = posts.findIndex(({ id }) => id === post.id);
  const newer = posts[place - 1];
  const older = place === -1 ? undefined : posts[place + 1];
  const others = posts.filter((other) => ![post.id, newer?.id, older?.id].includes(other.id)).slice(0, othersShown);
  return (
    <>
      <article className="container-page max-w-3xl pt-6 wrap-anywhere md:pt-10">
        <Link to="/blogs" className="inline-flex min-h-11 items-center gap-1.5 text-link">
          <ArrowLeft aria-hidden="true" size={18} className="shrink-0" />
          All posts
        </Link>
        <div className="relative mt-3 aspect-16/9 overflow-hidden rounded-lg">
          <PostImage post={post} sizes="(min-width: 768px) 720px, 100vw" priority />
        </div>
        <PageTitle title={post.title} className="mt-8 text-2xl md:text-3xl" />
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-b border-line pb-5">
          <time dateTime={post.created_at} className="text-ink-soft">
            {fullDate(Date.parse(post.created_at))}
          </time>
          <ShareButton path={postPath(post.id)} title={post.title} label="Share this post" />
        </div>
        <div className="mt-7 flex max-w-[65ch] flex-col gap-5 text-lg/8">
          {post.description.split(/\n\s*\n/).map((paragraph, index) => (
            <p key={index} className="whitespace-pre-line">
              <LinkedText text={paragraph} />
            </p>
          ))}
        </div>
        {post.url && (
          <ExternalButtonLink href={post.url} tone="secondary" className="mt-8">
            Read more
          </ExternalButtonLink>
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
      {others.length > 0 && (
        <Section title="More from the blog" className="container-page mt-16">
          <ul className="mt-6 grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">
            {others.map((other) => (
              <li key={other.id} className="min-w-0">
                <PostCard post={other} words={BLOG_POST_WORDS} to={postPath(other.id)} state={{ post: other }} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

interface NextLinkProps {
  post: Post;
  className?: string;
  /** Which one it is. */
  children: ReactNode;
}

function NextLink({ post, className, children }: NextLinkProps) {
  return (
    <Link
      to={postPath(post.id)}
      state={{ post }}
      className={classNames('card flex min-w-0 flex-col gap-1 p-5 wrap-anywhere hover:bg-surface-raised', className)}
    >
      <span className="flex items-center gap-1.5 text-sm text-ink-soft">{children}</span>
      <span className="line-clamp-2 font-semibold">{post.title}</span>
    </Link>
  );
}
