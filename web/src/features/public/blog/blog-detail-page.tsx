import type { Post } from '@site/proto/content/v1/posts.answers';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../api/api.js';
import { Button, ButtonLink, ExternalButtonLink } from '../../../ui/button.js';
import { PageProblem } from '../../../ui/pages/page-problem.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { PostImage } from '../../../domain/content/post-card.js';
import { useSiteContent } from '../../../domain/content/site-content.js';
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

  if (post) return <Article post={post} />;
  if (id !== '' && fetched.isPending) {
    return (
      <Loading label="Loading post" className="container-page max-w-3xl pt-8 md:pt-12">
        <Skeleton className="aspect-16/9 w-full rounded-lg" />
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

function Article({ post }: { post: Post }) {
  return (
    <article className="container-page max-w-3xl pt-8 md:pt-12">
      <div className="relative aspect-16/9 overflow-hidden rounded-lg">
        <PostImage post={post} sizes="(min-width: 768px) 720px, 100vw" priority />
      </div>
      <PageTitle title={post.title} className="mt-8 text-2xl md:text-3xl" />
      <p className="mt-2 text-ink-soft">
        <time dateTime={post.created_at}>{fullDate(Date.parse(post.created_at))}</time>
      </p>
      <div className="mt-6 flex flex-col gap-4 text-lg">
        {post.description.split(/\n\s*\n/).map((paragraph, index) => (
          <p key={index} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
      {post.url && (
        <ExternalButtonLink href={post.url} tone="secondary" className="mt-8">
          Read more
        </ExternalButtonLink>
      )}
    </article>
  );
}
