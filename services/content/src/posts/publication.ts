/** Publishes, schedules, unlists and unpublishes posts, and checks whether a post can be published. */
import { fileIdsOf } from '@site/domain/content/rich-text';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { addPlaceImageJob } from '@site/platform/lifecycle/images';
import type { PostStatus } from '@site/proto/content/v1/posts.schema';
import { invalid, type Caller, type FieldError } from '@site/proto/grpc';
import { may } from '@site/domain/roles';
import type { EntityManager } from 'typeorm';
import { clearMissed } from './missed-publications.js';
import { addCampaign, checkCampaigns, clearNewsletter, pinForNewsletter } from './newsletter-decision.js';
import { Post, PostRevision, type PostValues } from './post.entity.js';
import { findMedia } from './post-media.js';
import { addRevision, latestRevision, type LatestRevision, type LockedPost } from './post-revisions.js';
import { takeSlug } from './post-slugs.js';
import { columnsOf, descriptionOf, documentMedia, mediaOf } from './post-values.js';

export interface Decision {
  status: PostStatus;
  /** For "scheduled". */
  publishAt: Date | undefined;
  sendNewsletter: boolean;
}

const verbs = { draft: 'unpublish', scheduled: 'schedule', published: 'publish', unlisted: 'unlist' } as const;

/** Notifies the schedule of a new time. */
export const scheduleChannel = 'content_schedule';

/** @throws INVALID_ARGUMENT with the fields that prevent publication */
export async function decide(
  manager: EntityManager,
  post: LockedPost,
  decision: Decision,
  author: Caller,
): Promise<void> {
  const { status, publishAt, sendNewsletter } = decision;
  const maySend = may(author.role, 'send');
  const latest = await latestRevision(manager, post.id);
  throwProblems([
    ...timeProblems(post, decision),
    ...(status === 'draft' ? [] : await problemsOf(manager, latest.values)),
  ]);
  const requestedSlug = latest.values.slug || post.slug || '';
  const slug =
    status === 'draft'
      ? post.slug
      : await takeSlug(manager, { postId: post.id, requestedSlug, title: latest.values.title });
  const columns = await columnsOf(manager, latest.values);
  const isPublic = status === 'published' || status === 'unlisted';
  if (!maySend) await clearNewsletter(manager, post.id, author, `by another decision: ${status}`);
  const shownRevision = isPublic
    ? await markPublished(manager, post.id, latest, slug ?? '', author)
    : await numbered(manager, post.id, latest, author);
  if (sendNewsletter) await pinForNewsletter(manager, post.id, shownRevision);
  await manager.update(
    Post,
    { id: post.id },
    {
      ...columns,
      slug,
      status,
      publishAt: status === 'scheduled' ? (publishAt ?? null) : null,
      sendNewsletter,
      ...(isPublic && !post.publishedAt && { publishedAt: () => 'now()' }),
      newsletterRevision: status === 'scheduled' && sendNewsletter ? shownRevision : null,
      ...(maySend && { newsletterClearedAt: null, newsletterClearedBy: '' }),
      shownRevision,
      version: post.version + 1,
      editedAt: () => 'now()',
    },
  );
  await clearMissed(manager, post.id);
  if (post.publishedAt && post.status !== status) await checkCampaigns(manager, post.id);
  if (post.coverId && post.coverId !== columns.coverId) await addPlaceImageJob(manager, post.coverId);
  if (isPublic && sendNewsletter) await addCampaign(manager, post.id, shownRevision);
  const detail = [publishAt?.toISOString() ?? '', sendNewsletter ? `version ${shownRevision} with the newsletter` : '']
    .filter(Boolean)
    .join(', ');
  await audit(manager, author, `post.${verbs[status]}`, post.id, columns.title, detail);
  await announce(manager, 'posts', post.id);
  if (status === 'scheduled') await manager.query(`SELECT pg_notify($1, '')`, [scheduleChannel]);
}

/** The latest revision's number. A post without revisions gets its first one. */
const numbered = (
  manager: EntityManager,
  postId: string,
  { number, values }: LatestRevision,
  author: AuditPrincipal,
) => (number === 0 ? addRevision(manager, { postId, kind: 'saved', values, author }) : Promise.resolve(number));

/** Marks the published revision. A post without revisions gets its first one. */
async function markPublished(
  manager: EntityManager,
  postId: string,
  { number, values: written }: LatestRevision,
  slug: string,
  author: AuditPrincipal,
): Promise<number> {
  const values = { ...written, slug };
  if (number === 0) return addRevision(manager, { postId, kind: 'published', values, author });
  await manager.update(PostRevision, { postId, number }, { kind: 'published', values, publishedAt: () => 'now()' });
  return number;
}

function timeProblems({ status: before }: LockedPost, { status, publishAt, sendNewsletter }: Decision): FieldError[] {
  if (status === 'scheduled') {
    if (before === 'published' || before === 'unlisted')
      return [problem('status', 'This post is already on the site. Publish it now, or take it off the site first')];
    if (!publishAt) return [problem('publish_at', 'Choose when to publish the post')];
    if (publishAt.getTime() <= Date.now()) return [problem('publish_at', 'This time has passed. Choose a later one')];
  } else if (publishAt) return [problem('publish_at', 'Only a scheduled post has a time')];
  if (sendNewsletter && status !== 'scheduled' && status !== 'published')
    return [problem('send_newsletter', 'The newsletter can only be sent with a published post')];
  return [];
}

/** Returns what prevents these values from being published. */
export async function problemsOf(manager: EntityManager, values: PostValues): Promise<FieldError[]> {
  const media = new Map((await findMedia(manager, mediaOf(values), true)).map((item) => [item.id, item]));
  const inText = documentMedia(values).map((id) => media.get(id));
  const cover = values.coverMediaId ? media.get(values.coverMediaId) : undefined;
  const unusable = (state = '') => state !== 'ready' && state !== 'processing';
  const files = new Set(values.document ? fileIdsOf(values.document) : []);
  const isMistaken = (item?: MediaItem) => item !== undefined && files.has(item.id) !== (item.fileBytes !== undefined);
  const without = inText.find((item) => item?.alt === '' && item.fileBytes === undefined);
  return [
    ...(values.title === '' ? [problem('title', 'Title is required')] : []),
    ...(descriptionOf(values) === '' ? [problem('document', 'Description is required')] : []),
    ...(inText.includes(undefined)
      ? [problem('document', 'A picture or file in the text has been deleted. Remove it or choose another one')]
      : []),
    ...(inText.some((item) => isMistaken(item) || (item && unusable(item.picture?.state)))
      ? [problem('document', 'A picture or file in the text can’t be shown. Remove it or choose another one')]
      : []),
    ...(without ? [problem('document', `Describe the picture “${without.name}” for readers who can’t see it`)] : []),
    ...(values.coverMediaId && (unusable(cover?.picture?.state) || cover?.fileBytes !== undefined)
      ? [problem('cover_media_id', 'The cover has been deleted or can’t be shown. Choose another one')]
      : []),
  ];
}

const problem = (field: string, message: string): FieldError => ({ field, message });

function throwProblems(problems: FieldError[]): void {
  const [first] = problems;
  if (first) throw invalid(first.message, problems);
}
