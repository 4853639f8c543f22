/**
 * The decision to email a post: it applies to one revision and is made by a user who may send newsletters; later
 * changes by others turn it off or don't affect the email.
 */
import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { isId } from '@site/platform/base/ids';
import { addToOutbox } from '@site/platform/jobs/outbox';
import type { Post as PostMessage } from '@site/proto/gen/nest/content/v1/posts';
import { invalid, notFound, type Caller } from '@site/proto/grpc';
import { may } from '@site/domain/roles';
import type { JobName } from '@site/proto/queues';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { Post, PostRevision } from './post.entity.js';
import { findMedia } from './post-media.js';
import { noSuchPost } from './post-revisions.js';
import { mediaOf, messageOfValues } from './post-values.js';

/** Creates a post's campaign, in the worker. */
const campaignOfPostJob = 'campaign-of-post' satisfies JobName<'newsletter'>;

/** Holds or releases a post's campaigns, in the worker. */
const checkCampaignsJob = 'check-campaigns' satisfies JobName<'newsletter'>;

/** Stores a revision, with the texts of its pictures, as the one to send. Retention keeps it. */
export async function pinForNewsletter(manager: EntityManager, postId: string, number: number): Promise<void> {
  const { values } = await manager.findOneByOrFail(PostRevision, { postId, number });
  const media = await findMedia(manager, mediaOf(values));
  const newsletterMedia = media.map(({ id, alt, credit }) => ({ id, alt, credit }));
  await manager.update(PostRevision, { postId, number }, { newsletterMedia });
}

/** Requests the campaign for the revision with that number. */
export async function addCampaign(manager: EntityManager, postId: string, number: number): Promise<void> {
  const { id: revisionId } = await manager.findOneByOrFail(PostRevision, { postId, number });
  await addToOutbox(manager, { queue: 'newsletter', name: campaignOfPostJob, payload: { postId, revisionId } });
}

/** Call this when a post may have left the site or come back. A post that was never public has no campaigns. */
export async function checkCampaigns(manager: EntityManager, postId: string): Promise<void> {
  const wasPublic = await manager.query<unknown[]>('SELECT FROM posts WHERE id = $1 AND published_at IS NOT NULL', [
    postId,
  ]);
  if (wasPublic.length > 0)
    await addToOutbox(manager, { queue: 'newsletter', name: checkCampaignsJob, payload: { postId } });
}

/** Turns off a scheduled post's newsletter. @param reason completes the audit entry */
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

/** After a form changed a scheduled post, keeps its newsletter only if the author may send newsletters. */
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
  if (bound > 0) await pinForNewsletter(manager, postId, revision);
}

/** Returns the post, while published, in the revision to send. @throws NOT_FOUND */
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

const maxIds = 200;

/** Returns each post's status, or "deleted". @throws INVALID_ARGUMENT for too many ids */
export async function postStates({ manager }: DataSource, ids: readonly string[]): Promise<string[]> {
  if (ids.length > maxIds) throw invalid(`At most ${maxIds} ids`);
  const posts = await manager.findBy(Post, { id: In(ids.filter(isId)) });
  const states = new Map(posts.map(({ id, status }) => [id, status]));
  return ids.map((id) => states.get(id) ?? 'deleted');
}
