import type { PostsServiceClient } from '@site/proto/gen/nest/content/v1/posts';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import type { JobsServiceClient } from '@site/proto/gen/nest/jobs/v1/jobs';
import { firstValueFrom } from 'rxjs';
import { rpcClient, type Remote } from '../jobs/rpc-client.js';

/** What the worker asks content: the post that a campaign goes out with. */
export interface ContentClient {
  /** A post that is published or unlisted. Fails with NOT_FOUND. */
  findPost(id: string): Promise<Post | undefined>;
  /** A published post in the revision that the newsletter sends. Fails with NOT_FOUND. */
  findNewsletterPost(revisionId: string): Promise<Post | undefined>;
  /** Publishes a post that missed its time, if that is possible by now. */
  publishMissedPost(id: string): Promise<void>;
  /** Says that a job of content's outbox is done. */
  completeJob(outboxId: string): Promise<void>;
}

export function contentClient(remote: Remote): ContentClient & { close(): void } {
  const content = rpcClient(remote, 'content', ['PostsService']);
  const jobs = rpcClient(remote, 'jobs', ['JobsService']);
  const posts = content.getService<PostsServiceClient>('PostsService');
  const outbox = jobs.getService<JobsServiceClient>('JobsService');
  return {
    findPost: async (id) => (await firstValueFrom(posts.getPost({ id }))).post,
    findNewsletterPost: async (revisionId) => (await firstValueFrom(posts.getNewsletterPost({ revisionId }))).post,
    publishMissedPost: async (id) => void (await firstValueFrom(posts.publishMissedPost({ id }))),
    completeJob: async (outboxId) => void (await firstValueFrom(outbox.completeJob({ outboxId }))),
    close() {
      content.close();
      jobs.close();
    },
  };
}
