/** Jobs on posts from the content service's outbox. */
import { status } from '@grpc/grpc-js';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import { noPrincipalId } from '@site/domain/audit-kinds';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import { toNewsletterStory } from '@site/proto/newsletter-story';
import { z } from 'zod';
import { idField, job, type HandlersOf } from '../jobs/job.js';
import type { MailParts } from '../mail/send-once.js';
import { addCampaign } from './campaigns.js';
import { Campaign } from './campaign.entity.js';
import type { ContentClient } from './content-client.js';
import { readStory } from './story-message.js';

/**
 * Job "campaign-of-post", payload `{ postId, revisionId }`, from content's outbox: makes the newsletter about a post,
 * in the revision that an admin chose. The campaign has the outbox row's id, so each row makes only
 * one.
 */
export const campaignOfPostJob = 'campaign-of-post';

/** An admin scheduled it with the publication; content's audit log says who. */
const schedule = { id: noPrincipalId, name: 'Schedule', clientAddress: '' };

const payload = z.object({ postId: idField, revisionId: idField });

/** Makes no campaign for a post that has left the site, or that already has one. */
export const campaignOfPostJobs = (parts: MailParts & { content: ContentClient }): HandlersOf<'campaign-of-post'> => ({
  [campaignOfPostJob]: job(payload, 30, async ({ outboxId, payload: { postId, revisionId } }) => {
    const { dataSource, content, site } = parts;
    if (!(await dataSource.manager.existsBy(Campaign, { id: outboxId }))) {
      const post = await findPost(content, revisionId);
      // Unlisted posts are only for readers who have the address.
      if (post?.status !== 'published') return void (await content.completeJob({ id: outboxId }));
      const story = readStory(toNewsletterStory(post, site.url));
      try {
        await dataSource.transaction((manager) => addCampaign(manager, { id: outboxId, postId, story }, schedule));
      } catch (error) {
        // Another run made it, or an admin is sending the post manually.
        if (!isUniqueViolation(error)) throw error;
      }
    }
    await content.completeJob({ id: outboxId });
  }),
});

/** Returns undefined if the post is no longer on the site. */
async function findPost(content: ContentClient, revisionId: string): Promise<Post | undefined> {
  try {
    return await content.getNewsletterPost({ id: revisionId });
  } catch (error) {
    if ((error as { code?: unknown }).code === status.NOT_FOUND) return undefined;
    throw error;
  }
}

/**
 * Job "publish-post", payload `{ postId }`, from content's outbox: publishes a post that missed its time, on retry.
 * Content records why it still can't, so the job always succeeds.
 */
export const publishPostJobs = ({ content }: { content: ContentClient }): HandlersOf<'publish-post'> => ({
  'publish-post': job(z.object({ postId: idField }), 30, async ({ payload: { postId } }) => {
    await content.publishMissedPost({ id: postId });
  }),
});
