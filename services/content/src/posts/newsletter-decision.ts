import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { isId } from '@site/platform/base/ids';
import { addToOutbox } from '@site/platform/jobs/outbox';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import type { Post as PostMessage } from '@site/proto/gen/nest/content/v1/posts';
import { notFound, type Caller } from '@site/proto/grpc';
import { may } from '@site/domain/roles';
import type { JobName } from '@site/proto/queues';
import type { DataSource, EntityManager } from 'typeorm';
import { Post, PostRevision } from './post.entity.js';
import { findMedia } from './post-media.js';
import { noSuchPost } from './post-revisions.js';
import { mediaOf, messageOfValues } from './post-values.js';

/**
 * The decision to mail a post. It is made for one revision, by someone who may send; later changes by others turn it off or
 * don't reach the mail.
 */

/** The job that makes a campaign of a post; the worker takes it out. */
const campaignOfPostJob = 'campaign-of-post' satisfies JobName<'newsletter'>;

/** The words of the library that a mail shows with a picture. */
export type NewsletterMedia = Pick<MediaItem, 'id' | 'alt' | 'credit'>;

/** Keeps a revision, with the words of its pictures, as what the newsletter sends. Retention keeps it, too. */
export async function keepForNewsletter(manager: EntityManager, postId: string, number: number): Promise<void> {
  const { values } = await manager.findOneByOrFail(PostRevision, { postId, number });
  const media = await findMedia(manager, mediaOf(values));
  const newsletterMedia = media.map(({ id, alt, credit }) => ({ id, alt, credit }));
  await manager.update(PostRevision, { postId, number }, { newsletterMedia });
}

/** Asks for the campaign of a post that is published now, in the revision of that number. */
export async function addCampaign(manager: EntityManager, postId: string, number: number): Promise<void> {
  const { id: revisionId } = await manager.findOneByOrFail(PostRevision, { postId, number });
  await addToOutbox(manager, { queue: 'newsletter', name: campaignOfPostJob, payload: { postId, revisionId } });
}

/**
 * Turns the newsletter of a scheduled post off, and says so to its editors and in the audit log.
 * @param reason completes the audit entry
 */
export async function clearNewsletter(
  manager: EntityManager,
  postId: string,
  principal: AuditPrincipal,
  reason: string,
): Promise<void> {
  const [[cleared]] = await manager.query<[{ title: string }[], number]>(
    `UPDATE posts SET send_newsletter = false, newsletter_revision = NULL, newsletter_cleared_at = now(),
       newsletter_cleared_by = $2 WHERE id = $1 AND status = 'scheduled' AND send_newsletter RETURNING title`,
    [postId, principal.name],
  );
  if (cleared) await audit(manager, principal, 'post.clear_newsletter', postId, cleared.title, reason);
}

/** After a form changed the text of a scheduled post: the newsletter sends it only if the writer may send. */
export async function newsletterAfterEdit(
  manager: EntityManager,
  postId: string,
  revision: number,
  caller: Caller,
): Promise<void> {
  if (!may(caller.role, 'send')) return clearNewsletter(manager, postId, caller, 'by an edit');
  const [, bound] = await manager.query<[unknown, number]>(
    `UPDATE posts SET newsletter_revision = $2 WHERE id = $1 AND status = 'scheduled' AND send_newsletter`,
    [postId, revision],
  );
  if (bound > 0) await keepForNewsletter(manager, postId, revision);
}

/** The post as it was decided to be mailed, while it is published. @throws NOT_FOUND */
export async function newsletterPost({ manager }: DataSource, revisionId: string): Promise<PostMessage> {
  const revision = isId(revisionId) ? await manager.findOneBy(PostRevision, { id: revisionId }) : null;
  const post = revision && (await manager.findOneBy(Post, { id: revision.postId, status: 'published' }));
  if (!post || !revision.newsletterMedia) throw notFound(noSuchPost);
  const decided = new Map(revision.newsletterMedia.map((item) => [item.id, item]));
  const media = await findMedia(manager, mediaOf(revision.values));
  return messageOfValues(
    post,
    revision.values,
    media.map((item) => ({ ...item, ...decided.get(item.id) })),
  );
}
