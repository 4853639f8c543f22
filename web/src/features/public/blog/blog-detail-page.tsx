import type { Post, FullPost } from '@site/proto/content/v1/posts.responses';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { ApiError } from '@/api/api.js';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { publicQuery } from '@/api/public-query.js';
import { useSiteContent } from '@/components/content/site-content.js';
import { Button, ButtonLink } from '@/ui/button.js';
import { PageProblem } from '@/ui/pages/page-problem.js';
import { Article } from './article.js';
import { PostWaiting } from './post-skeleton.js';
import { PreviewedPost, previewSecret } from './post-preview.js';

/** Finds a post by slug, by id, or by a preview secret in the URL fragment. */
export function Page() {
  const { slug } = useParams();
  const [search] = useSearchParams();
  const location = useLocation();
  const secret = previewSecret(location.hash);
  if (secret !== undefined) return <PreviewedPost secret={secret} />;
  const handedOver = (location.state as { post?: Post } | null)?.post;
  return <NamedPost name={slug ?? search.get('id') ?? handedOver?.id ?? ''} handedOver={handedOver} />;
}

const isNamed = (post: Post, name: string) => post.id === name || (post.slug !== '' && post.slug === name);

/** Loads by slug or id. The document may have the post embedded. */
const fullPostQuery = (name: string) => ({
  ...publicQuery<FullPost>(['post', name], `/main/post/${encodeURIComponent(name)}`, 'loading the post'),
  initialData: () => {
    const embedded = readEmbeddedData<FullPost>('post-data');
    return embedded && isNamed(embedded, name) ? embedded : undefined;
  },
});

function NamedPost({ name, handedOver }: { name: string; handedOver: Post | undefined }) {
  const { data: content } = useSiteContent();
  // Lists contain plain-text posts in full, except the one embedded in documents.
  const cached = [handedOver, ...(content?.posts ?? [])].find((post) => post?.description && isNamed(post, name));
  const fetched = useQuery({ ...fullPostQuery(name), enabled: name !== '' && (!cached || cached.has_document) });
  const fullPost = fetched.data ?? (cached && { ...cached, document: null, media: [] });

  if (fullPost)
    return (
      <Article
        key={fullPost.id}
        post={fullPost}
        posts={content?.posts ?? []}
        isWaiting={!fetched.data && fetched.isFetching}
      />
    );
  if (name !== '' && fetched.isPending) return <PostWaiting />;
  const isMissing = name === '' || isUnknown(fetched.error);
  return (
    <PageProblem
      title={isMissing ? 'This post isn’t here' : 'We couldn’t load this post'}
      text={isMissing ? 'It may have been removed, or the address may be mistyped.' : fetched.error?.message}
    >
      {!isMissing && <Button onClick={() => void fetched.refetch()}>Try again</Button>}
      <ButtonLink to="/blogs" tone="secondary">
        All posts
      </ButtonLink>
    </PageProblem>
  );
}

const isUnknown = (error: Error | null) => error instanceof ApiError && error.status === 404;
