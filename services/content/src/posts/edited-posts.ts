import type { Metadata } from '@grpc/grpc-js';
import { isId } from '@site/platform/base/ids';
import { readAllowed } from '@site/platform/data/admin';
import { utcText } from '@site/platform/data/database';
import { decodeCursor, isAfter, orderSql } from '@site/platform/data/keyset';
import { holdsWord, pageLimit, toFittingPage, wordsOf } from '@site/platform/data/lists';
import { postStatuses } from '@site/proto/content/v1/posts.schema';
import type {
  EditedPost,
  GetRevisionRequest,
  ListEditedPostsRequest,
  ListEditedPostsResponse,
  ListRevisionsRequest,
  ListRevisionsResponse,
  Post as PostMessage,
  Revision,
} from '@site/proto/gen/nest/content/v1/posts';
import { invalid, notFound } from '@site/proto/grpc';
import type { DataSource, EntityManager } from 'typeorm';
import { withExcerpt, postKind } from './post.kind.js';
import { type PostRevision } from './post.entity.js';
import { findMedia } from './post-media.js';
import { latestRevision, noSuchPost, othersAtWork, requirePost } from './post-revisions.js';
import { mediaOf, valuesMessage } from './post-values.js';

const latest = `(SELECT number, values FROM post_revisions WHERE post_id = post.id AND number > 0
  ORDER BY number DESC LIMIT 1)`;

/** In addition to the public message. */
const editedColumns = `${postKind.message} AS post,
  ${utcText('post.publish_at')} AS "publishAt", ${utcText('post.published_at')} AS "publishedAt",
  post.send_newsletter AS "sendNewsletter", ${utcText('post.newsletter_cleared_at')} AS "newsletterClearedAt",
  post.newsletter_cleared_by AS "newsletterClearedBy", coalesce(latest.number, 0) AS revision,
  post.status <> 'draft' AND latest.values IS DISTINCT FROM (
    SELECT shown.values FROM post_revisions shown
    WHERE shown.post_id = post.id AND shown.number = post.shown_revision AND shown.number > 0) AS "hasChanges",
  EXISTS (SELECT FROM post_previews WHERE post_id = post.id AND expires_at > now()) AS "hasPreviews",
  ${utcText('post.edited_at')} AS "editedAt"`;
const editedRows = `${postKind.rows} LEFT JOIN LATERAL ${latest} latest ON true WHERE post.deleted_at IS NULL`;

interface EditedRow extends Omit<
  EditedPost,
  'post' | 'publishAt' | 'publishedAt' | 'newsletterClearedAt' | 'values' | 'autosave'
> {
  post: PostMessage;
  publishAt: string | null;
  publishedAt: string | null;
  newsletterClearedAt: string | null;
}

const editedMessage = ({ post, publishAt, publishedAt, newsletterClearedAt, ...row }: EditedRow): EditedPost => ({
  ...row,
  post: withExcerpt(post),
  ...(publishAt !== null && { publishAt }),
  ...(publishedAt !== null && { publishedAt }),
  ...(newsletterClearedAt !== null && { newsletterClearedAt }),
  values: undefined,
  autosave: undefined,
  othersAtWork: [],
  media: [],
});

const byEdit = { by: 'post.edited_at', id: 'post.id', newestFirst: true };

/** Reads posts in any state for editors. */
export class EditedPosts {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists the most recently edited first. @throws INVALID_ARGUMENT for a bad cursor, limit or status */
  async list(request: ListEditedPostsRequest, metadata: Metadata | undefined): Promise<ListEditedPostsResponse> {
    readAllowed(metadata, 'write');
    const { cursor, limit, q, status } = request;
    if (status !== undefined && !postStatuses.some((known) => known === status)) throw unknownStatus();
    const values: unknown[] = [pageLimit(limit) + 1];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const after = decodeCursor(cursor);
    const conditions = [
      ...(status === undefined ? [] : [`post.status = ${parameter(status)}`]),
      ...(after ? [isAfter(byEdit, parameter(after.at), parameter(after.id))] : []),
      ...wordsOf(q).map((word) => holdsWord("post.title || ' ' || post.description", parameter(word))),
    ];
    const rows = await this.dataSource.query<EditedRow[]>(
      `SELECT ${editedColumns} FROM ${[editedRows, ...conditions].join(' AND ')} ORDER BY ${orderSql(byEdit)} LIMIT $1`,
      values,
    );
    const { page, nextCursor } = toFittingPage(
      rows,
      limit,
      ({ editedAt, post }) => ({ at: editedAt, id: post.id }),
      editedMessage,
    );
    return { posts: page, nextCursor };
  }

  /** Returns a post as in the list, if it exists. */
  find(id: string): Promise<EditedPost | undefined> {
    return findEdited(this.dataSource.manager, id);
  }

  /** Returns a post with its latest revision and the caller's unsaved edits. @throws NOT_FOUND */
  get(id: string, metadata: Metadata | undefined): Promise<EditedPost> {
    const caller = readAllowed(metadata, 'write');
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const edited = await findEdited(manager, id);
      if (!edited) throw notFound(noSuchPost);
      const { values } = await latestRevision(manager, id);
      const autosave = await findRevision(manager, `number = 0 AND author_id = $2`, [id, caller.id]);
      const isUnsaved = autosave && JSON.stringify(autosave.values) !== JSON.stringify(values);
      const ids = [...mediaOf(values), ...(isUnsaved ? mediaOf(autosave.values) : [])];
      return {
        ...edited,
        values: valuesMessage(values),
        ...(isUnsaved && { autosave: revisionMessage(autosave) }),
        othersAtWork: await othersAtWork(manager, id, caller.id),
        media: await findMedia(manager, [...new Set(ids)]),
      };
    });
  }

  /** Lists revisions without values, newest first. @throws NOT_FOUND, INVALID_ARGUMENT */
  async revisions(request: ListRevisionsRequest, metadata: Metadata | undefined): Promise<ListRevisionsResponse> {
    readAllowed(metadata, 'write');
    const { id, cursor, limit } = request;
    const { manager } = this.dataSource;
    await requirePost(manager, id);
    const order = { by: 'number', id: 'id', type: 'integer', newestFirst: true } as const;
    const after = decodeCursor(cursor, order.type);
    const rows = await manager.query<Omit<StoredRevision, 'values'>[]>(
      `SELECT id, ${revisionColumns} FROM post_revisions
       WHERE post_id = $1 AND number > 0${after ? ` AND ${isAfter(order, '$3', '$4')}` : ''}
       ORDER BY ${orderSql(order)} LIMIT $2`,
      [id, pageLimit(limit) + 1, ...(after ? [after.at, after.id] : [])],
    );
    const { page, nextCursor } = toFittingPage(
      rows,
      limit,
      ({ number, id: rowId }) => ({ at: number, id: rowId }),
      revisionHead,
    );
    return { revisions: page, nextCursor };
  }

  /** Returns a revision with its values; 0 is the caller's autosave. @throws NOT_FOUND */
  async revision({ id, number }: GetRevisionRequest, metadata: Metadata | undefined): Promise<Revision> {
    const caller = readAllowed(metadata, 'write');
    const { manager } = this.dataSource;
    await requirePost(manager, id);
    const found = await findRevision(manager, 'number = $2 AND (number > 0 OR author_id = $3)', [
      id,
      number,
      caller.id,
    ]);
    if (!found) throw notFound('There is no such version of this post.');
    return { ...revisionMessage(found), media: await findMedia(manager, mediaOf(found.values)) };
  }
}

async function findEdited(manager: EntityManager, id: string): Promise<EditedPost | undefined> {
  const [row] = isId(id)
    ? await manager.query<EditedRow[]>(`SELECT ${editedColumns} FROM ${editedRows} AND post.id = $1`, [id])
    : [];
  return row && editedMessage(row);
}

const unknownStatus = () => {
  const message = `status must be one of ${postStatuses.join(', ')}`;
  return invalid(message, [{ field: 'status', message }]);
};

type StoredRevision = Pick<
  PostRevision,
  'id' | 'number' | 'kind' | 'values' | 'authorName' | 'baseRevision' | 'tab'
> & {
  createdAt: string;
  publishedAt: string | null;
};

const revisionColumns = `number, kind, author_name AS "authorName", base_revision AS "baseRevision", tab,
  ${utcText('created_at')} AS "createdAt", ${utcText('published_at')} AS "publishedAt"`;

async function findRevision(
  manager: EntityManager,
  condition: string,
  values: unknown[],
): Promise<StoredRevision | undefined> {
  const [row] = await manager.query<StoredRevision[]>(
    `SELECT id, values, ${revisionColumns} FROM post_revisions WHERE post_id = $1 AND ${condition}`,
    values,
  );
  return row;
}

const revisionHead = ({
  number,
  kind,
  authorName,
  baseRevision,
  tab,
  createdAt,
  publishedAt,
}: Omit<StoredRevision, 'values'>): Revision => ({
  number,
  kind,
  authorName,
  baseRevision,
  tab,
  createdAt,
  ...(publishedAt !== null && { publishedAt }),
  values: undefined,
  media: [],
});

const revisionMessage = (revision: StoredRevision): Revision => ({
  ...revisionHead(revision),
  values: valuesMessage(revision.values),
});
