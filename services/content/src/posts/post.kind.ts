/** Posts as a kind of content: their columns, and what a plain-text form's edit, deletion or restoration does. */
import { utcText } from '@site/platform/data/database';
import { canonicalProse } from '@site/domain/canonical-text';
import { excerptOf } from '@site/domain/content/rich-text';
import type { Post as PostMessage } from '@site/proto/gen/nest/content/v1/posts';
import type { Caller } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { contentKind } from '../kinds/content-kind.js';
import { clearMissed } from './missed-publications.js';
import { checkCampaigns, clearNewsletter, newsletterAfterEdit } from './newsletter-decision.js';
import { Post, PostPreview } from './post.entity.js';
import { addRevision, lockPost } from './post-revisions.js';
import { takeSlug } from './post-slugs.js';
import { valuesOfRow } from './post-values.js';

/** Removes a document whose text a plain-text form has changed. */
async function formColumns(manager: EntityManager, request: object, id?: string): Promise<Record<string, unknown>> {
  if (id === undefined) return {};
  const [before] = await manager.query<{ description: string }[]>('SELECT description FROM posts WHERE id = $1', [id]);
  // As a form returns it.
  const isSame = canonicalProse(before?.description ?? '') === (request as { description?: string }).description;
  return { editedAt: () => 'now()', ...(!isSame && { document: null, mediaIds: [] }) };
}

/** Records a form's edit as a revision, and gives a public post a slug. */
async function formWritten(manager: EntityManager, id: string, caller: Caller): Promise<void> {
  const post = await lockPost(manager, id);
  const values = await valuesOfRow(manager, id);
  const isPublic = post.status === 'published' || post.status === 'unlisted';
  if (isPublic && !post.slug)
    values.slug = await takeSlug(manager, { postId: id, requestedSlug: '', title: values.title });
  const shownRevision = await addRevision(manager, {
    postId: id,
    kind: isPublic ? 'published' : 'saved',
    values,
    author: caller,
  });
  // In SQL, so that the row's change time stays.
  await manager.query('UPDATE posts SET shown_revision = $2, slug = coalesce(slug, $3) WHERE id = $1', [
    id,
    shownRevision,
    isPublic ? values.slug : null,
  ]);
  await newsletterAfterEdit(manager, id, shownRevision, caller);
}

async function deleting(manager: EntityManager, id: string): Promise<void> {
  await clearMissed(manager, id);
  await checkCampaigns(manager, id);
}

/** Makes a post that was scheduled a draft, and revokes its preview links. */
async function restored(manager: EntityManager, id: string, caller: Caller): Promise<void> {
  await manager.delete(PostPreview, { postId: id });
  await clearNewsletter(manager, id, caller, 'by restoring the post as a draft');
  await manager.query(`UPDATE posts SET status = 'draft', publish_at = NULL WHERE id = $1 AND status = 'scheduled'`, [
    id,
  ]);
  await checkCampaigns(manager, id);
}

export const postKind = contentKind({
  type: 'post',
  rpcName: 'Post',
  entity: Post,
  fields: ['title', 'description', 'url'],
  added: {
    createdAt: utcText('coalesce(post.published_at, post.created_at)'),
    updatedAt: 'iso',
    slug: "coalesce(post.slug, '')",
    excerpt: 'post.excerpt',
    author: 'post.author',
    tags: 'to_json(post.tags)',
    hasDocument: 'post.document IS NOT NULL',
    media: "'[]'::json",
    status: 'post.status',
  },
  visibleWhen: "post.status = 'published'",
  hooks: {
    columns: formColumns,
    written: formWritten,
    restored,
  },
  deleting,
  picture: { name: 'cover', column: 'coverId', kind: 'cover' },
  sortedBy: { column: 'publishedAt', newestFirst: true },
  searched: "post.title || ' ' || post.description",
  title: "coalesce(nullif(title, ''), 'Untitled post')",
  detail: 'left(description, 200)',
  unknown: 'There is no such post.',
});

/** Fills an empty excerpt with the first words of the text. */
export const withExcerpt = (post: PostMessage): PostMessage => ({
  ...post,
  excerpt: post.excerpt || excerptOf(post.description),
});
