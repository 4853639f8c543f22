/** Client of the content service, for newsletters about its posts. */
import { rpcClient, type Calls, type Remote } from '@site/platform/service/rpc-client';
import type { PostsServiceClient } from '@site/proto/gen/nest/content/v1/posts';
import type { JobsServiceClient } from '@site/proto/gen/nest/jobs/v1/jobs';

export type ContentClient = Pick<
  Calls<PostsServiceClient>,
  'getNewsletterPost' | 'getPostStates' | 'publishMissedPost'
> &
  Pick<Calls<JobsServiceClient>, 'completeJob'>;

/** Opens the connection. Calls fail after 5 seconds; the caller must close it. */
export function contentClient(remote: Remote): ContentClient & { close(): void } {
  const timeouts = { 'content.v1.PostsService': '5s', 'jobs.v1.JobsService': '5s' } as const;
  const client = rpcClient(remote, ['content', 'jobs'], timeouts);
  return {
    ...client.calls<PostsServiceClient>('PostsService'),
    ...client.calls<JobsServiceClient>('JobsService'),
    close: client.close,
  };
}
