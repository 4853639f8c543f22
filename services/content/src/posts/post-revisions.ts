/** Reads, locks and writes the revisions of a post. */
import { isId, newId } from '@site/platform/base/ids';
import type { RevisionKind } from '@site/proto/content/v1/posts.schema';
import { conflict, notFound, type Caller } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { PostRevision, type Post, type PostValues } from './post.entity.js';
import { mediaOf, valuesOfRow } from './post-values.js';

export const noSuchPost = 'There is no such post.';

/** Columns that decide which actions are allowed. */
export type LockedPost = Pick<Post, 'id' | 'status' | 'version' | 'slug' | 'coverId' | 'publishedAt'>;

/** @throws NOT_FOUND also for a post in the trash */
export async function lockPost(manager: EntityManager, id: string): Promise<LockedPost> {
  const [post] = isId(id)
    ? await manager.query<LockedPost[]>(
        `SELECT id, status, version, slug, cover_id AS "coverId", published_at AS "publishedAt"
         FROM posts WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
        [id],
      )
    : [];
  if (!post) throw notFound(noSuchPost);
  return post;
}

/** @throws NOT_FOUND also for a post in the trash */
export async function requirePost(manager: EntityManager, id: string): Promise<void> {
  const rows = isId(id)
    ? await manager.query<unknown[]>('SELECT FROM posts WHERE id = $1 AND deleted_at IS NULL', [id])
    : [];
  if (rows.length === 0) throw notFound(noSuchPost);
}

export interface LatestRevision {
  number: number;
  values: PostValues;
  authorId: string;
  authorName: string;
}

/** Returns a post's own values as number 0 if it has no revisions. */
export async function latestRevision(manager: EntityManager, postId: string): Promise<LatestRevision> {
  const [latest] = await manager.query<LatestRevision[]>(
    `SELECT number, values, author_id AS "authorId", author_name AS "authorName" FROM post_revisions
     WHERE post_id = $1 AND number > 0 ORDER BY number DESC LIMIT 1`,
    [postId],
  );
  return latest ?? { number: 0, values: await valuesOfRow(manager, postId), authorId: '', authorName: '' };
}

interface NewRevision {
  postId: string;
  kind: Exclude<RevisionKind, 'autosave'>;
  values: PostValues;
  author: Pick<Caller, 'id' | 'name'>;
  base?: number;
}

/**
 * The post must be locked.
 * @returns the revision's number
 */
export async function addRevision(
  manager: EntityManager,
  { postId, kind, values, author, base = 0 }: NewRevision,
): Promise<number> {
  const { number: before } = (
    await manager.query<[{ number: number }]>(
      'SELECT coalesce(max(number), 0) AS number FROM post_revisions WHERE post_id = $1',
      [postId],
    )
  )[0];
  const written = { values, baseRevision: base, authorId: author.id, authorName: author.name };
  const number = before + 1;
  await manager.insert(PostRevision, {
    id: newId(),
    postId,
    number,
    kind,
    ...written,
    mediaIds: mediaOf(values),
    ...(kind === 'published' && { publishedAt: () => 'now()' }),
  });
  return number;
}

/** An open editor. An empty id stands for any. */
export interface Tab {
  tab: string;
  /** When the other tab's autosave was written that this one has loaded; may be empty. */
  replaces: string;
}

/** Returns an SQL condition: the autosave is this tab's own, or the one that it has loaded. */
const isFromTab = (autosave: string, tab: string, time: string) =>
  `(${tab} IN ('', ${autosave}.tab) OR ${autosave}.tab = '' OR ${autosave}.created_at = ${time}::timestamptz)`;

const timeOrNull = (time: string) => (Number.isNaN(Date.parse(time)) ? null : time);

/**
 * Replaces the author's previous autosave.
 * @throws ABORTED if another tab wrote it, unless it equals the latest revision or this text
 */
export async function saveAutosave(
  manager: EntityManager,
  { postId, values, author, base, tab }: Omit<Required<NewRevision>, 'kind'> & { tab: Tab },
): Promise<void> {
  const saved = await manager.query<unknown[]>(
    `INSERT INTO post_revisions AS known
       (id, post_id, number, kind, values, base_revision, author_id, author_name, media_ids, tab)
     VALUES ($1, $2, 0, 'autosave', $3, $4, $5, $6, $7, $8)
     ON CONFLICT (post_id, author_id) WHERE number = 0 DO UPDATE SET values = excluded.values,
       base_revision = excluded.base_revision, author_name = excluded.author_name, media_ids = excluded.media_ids,
       tab = excluded.tab, created_at = now()
     WHERE ${isFromTab('known', '$8', '$9')} OR known.values = excluded.values OR known.values = (
       SELECT values FROM post_revisions WHERE post_id = $2 AND number > 0 ORDER BY number DESC LIMIT 1)
     RETURNING id`,
    [
      newId(),
      postId,
      JSON.stringify(values),
      base,
      author.id,
      author.name,
      mediaOf(values),
      tab.tab,
      timeOrNull(tab.replaces),
    ],
  );
  if (saved.length === 0) throw conflict('You’re editing this post in another tab, too.');
}

/** Keeps the autosave of another tab. */
export const deleteAutosave = (manager: EntityManager, postId: string, authorId: string, { tab, replaces }: Tab) =>
  manager.query(
    `DELETE FROM post_revisions AS known WHERE post_id = $1 AND author_id = $2 AND number = 0
       AND ${isFromTab('known', '$3', '$4')}`,
    [postId, authorId, tab, timeOrNull(replaces)],
  );

/** Returns the names of other users who edited it within the last two minutes. */
export async function othersAtWork(manager: EntityManager, postId: string, callerId: string): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>(
    `SELECT DISTINCT author_name AS name FROM post_revisions
     WHERE post_id = $1 AND author_id <> $2 AND created_at > now() - interval '2 minutes' ORDER BY name`,
    [postId, callerId],
  );
  return rows.map(({ name }) => name);
}
