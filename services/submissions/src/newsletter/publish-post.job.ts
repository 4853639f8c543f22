import { z } from 'zod';
import { idField, job, type HandlersOf } from '../jobs/job.js';
import type { ContentClient } from './content-client.js';

/**
 * Job "publish-post", payload `{ postId }`, from content's outbox: publishes a post that missed its time when someone
 * retries it. Content records there why it still can't be published, so the job itself always succeeds.
 */
export const publishPostJobs = ({ content }: { content: ContentClient }): HandlersOf<'publish-post'> => ({
  'publish-post': job(z.object({ postId: idField }), 30, ({ payload: { postId } }) =>
    content.publishMissedPost(postId),
  ),
});
