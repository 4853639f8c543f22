/** Client of the content service, for newsletters about its posts. */
import { status } from '@grpc/grpc-js';
import { rpcClient, type Remote } from '@site/platform/service/rpc-client';
import type { Post, PostsServiceClient } from '@site/proto/gen/nest/content/v1/posts';
import type { JobsServiceClient } from '@site/proto/gen/nest/jobs/v1/jobs';
import { firstValueFrom } from 'rxjs';
import { Postponed } from '../jobs/job.js';

export interface ContentClient {
  /** Returns a published post in the newsletter's revision. Fails with NOT_FOUND. */
  findNewsletterPost(revisionId: string): Promise<Post | undefined>;
  /** Returns "draft", "scheduled", "published", "unlisted" or "deleted", in the order of the ids. */
  postStates(ids: string[]): Promise<string[]>;
  /** Publishes the post if that is now possible. */
  publishMissedPost(id: string): Promise<void>;
  completeJob(outboxId: string): Promise<void>;
}

const upgradeWaitMs = 5_000;

/** Opens the connection. Calls fail after 5 seconds; the caller must close it. */
export function contentClient(remote: Remote): ContentClient & { close(): void } {
  const timeouts = { 'content.v1.PostsService': '5s', 'jobs.v1.JobsService': '5s' } as const;
  const client = rpcClient(remote, ['content', 'jobs'], timeouts);
  const posts = client.getService<PostsServiceClient>('PostsService');
  const outbox = client.getService<JobsServiceClient>('JobsService');
  return {
    findNewsletterPost: (revisionId) => firstValueFrom(posts.getNewsletterPost({ id: revisionId })),
    async postStates(ids) {
      try {
        return (await firstValueFrom(posts.getPostStates({ ids }))).states;
      } catch (error) {
        if ((error as { code?: unknown }).code === status.UNIMPLEMENTED)
          throw new Postponed('content is being upgraded', upgradeWaitMs);
        throw error;
      }
    },
    publishMissedPost: async (id) => void (await firstValueFrom(posts.publishMissedPost({ id }))),
    completeJob: async (outboxId) => void (await firstValueFrom(outbox.completeJob({ id: outboxId }))),
    close: () => client.close(),
  };
}
