import type { FullPost } from '@site/proto/content/v1/posts.responses';
import { useQuery } from '@tanstack/react-query';
import { ApiError, request } from '@/api/api.js';
import { Banner } from '@/ui/banner.js';
import { Button, ButtonLink } from '@/ui/button.js';
import { PageProblem } from '@/ui/pages/page-problem.js';
import { Article } from './article.js';
import { PostWaiting } from './post-skeleton.js';

/** Fragments never reach a server or its logs. */
export const previewSecret = (hash: string): string | undefined => /^#preview=([\w-]{1,200})$/.exec(hash)?.[1];

/** Shows the post as last saved, for anyone with the preview link. */
export function PreviewedPost({ secret }: { secret: string }) {
  const preview = useQuery({
    queryKey: ['post-preview', secret],
    queryFn: async ({ signal }) =>
      (await request<FullPost>('/main/post/preview', { method: 'POST', json: { token: secret }, signal })).data,
    staleTime: 0,
  });
  if (preview.data) {
    return (
      <Article
        post={preview.data}
        posts={[]}
        notice={
          <Banner tone="info" className="my-3">
            Preview of the last saved version. Only people with this link can see it.
          </Banner>
        }
      />
    );
  }
  if (preview.isPending) return <PostWaiting />;
  const isOver = preview.error instanceof ApiError && preview.error.status === 404;
  return (
    <PageProblem
      title={isOver ? 'This preview has ended' : 'We couldn’t load this preview'}
      text={isOver ? 'Previews last seven days, or until an editor ends them.' : preview.error.message}
    >
      {!isOver && <Button onClick={() => void preview.refetch()}>Try again</Button>}
      <ButtonLink to="/blogs" tone="secondary">
        All posts
      </ButtonLink>
    </PageProblem>
  );
}
