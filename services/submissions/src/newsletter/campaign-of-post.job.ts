import { status } from '@grpc/grpc-js';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import { nobody } from '@site/domain/audit-kinds';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import { storyOf } from '@site/proto/story';
import { z } from 'zod';
import { idField, job, type HandlersOf } from '../jobs/job.js';
import type { MailParts } from '../mail/mail-parts.js';
import { addCampaign } from './campaigns.js';
import { Campaign } from './campaign.entity.js';
import type { ContentClient } from './content-client.js';
import { readStory } from './story-message.js';

/**
 * Job "campaign-of-post", payload `{ postId, revisionId }`, of content's outbox: the newsletter that goes out with a post, in the
 * revision that an admin decided on. Jobs of release 0.1.0 name no revision and send the post as it is. Its campaign has the id of the
 * outbox row, so that the row makes one, however often the job runs.
 */
export const campaignOfPostJob = 'campaign-of-post';

/** An admin decided it with the publication; content's audit log says who. */
const schedule = { id: nobody, name: 'Schedule', clientAddress: '' };

const payload = z.object({ postId: idField, revisionId: idField.optional() });

export const campaignOfPostJobs = (parts: MailParts & { content: ContentClient }): HandlersOf<'campaign-of-post'> => ({
  [campaignOfPostJob]: job(payload, 30, async ({ outboxId, payload: { postId, revisionId } }) => {
    const { dataSource, content, site } = parts;
    if (!(await dataSource.manager.existsBy(Campaign, { id: outboxId }))) {
      const post = await findPost(content, postId, revisionId);
      // Unlisted: whoever has its address may read it, and nobody else is to hear of it.
      if (post?.status !== 'published') return content.completeJob(outboxId);
      const story = readStory(storyOf(post, site.url));
      try {
        await dataSource.transaction((manager) => addCampaign(manager, { id: outboxId, postId, story }, schedule));
      } catch (error) {
        // Another run has made it, or somebody is sending the post by hand.
        if (!isUniqueViolation(error)) throw error;
      }
    }
    await content.completeJob(outboxId);
  }),
});

/** Undefined for a post that was taken off the site again. */
async function findPost(content: ContentClient, id: string, revisionId?: string): Promise<Post | undefined> {
  try {
    return await (revisionId === undefined ? content.findPost(id) : content.findNewsletterPost(revisionId));
  } catch (error) {
    if ((error as { code?: unknown }).code === status.NOT_FOUND) return undefined;
    throw error;
  }
}
