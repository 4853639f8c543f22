/** Posts as editors see them: drafts and schedules, filters, revisions and autosaves. */
import type { Metadata } from '@grpc/grpc-js';
import { isId } from '@site/platform/base/ids';
import { utcText } from '@site/platform/data/database';
import { decodeCursor, isAfter, type Order, orderSql } from '@site/platform/data/keyset';
import { containsWordSql, pageLimit, toFittingPage, parseSearchTerms } from '@site/platform/data/lists';
import { excerptOf, plainTextOf, type Block } from '@site/domain/content/rich-text';
import { type PostSort, postSorts, postStatuses } from '@site/proto/content/v1/posts.schema';
import type {
  EditedPost,
  GetPostFiltersResponse,
  GetRevisionRequest,
  ListEditedPostsRequest,
  ListEditedPostsResponse,
  ListRevisionsRequest,
  ListRevisionsResponse,
  Post as PostMessage,
  Revision,
} from '@site/proto/gen/nest/content/v1/posts';
import { invalid, notFound, readCaller } from '@site/proto/grpc';
import type { DataSource, EntityManager } from 'typeorm';
import { isEmptyDraft } from './empty-drafts.js';
import { withExcerpt, postKind } from './post.kind.js';
import { type PostRevision } from './post.entity.js';
import { findMedia } from './post-media.js';
import { latestRevision, noSuchPost, othersAtWork, requirePost } from './post-revisions.js';
import { mediaOf, valuesMessage } from './post-values.js';

const latest = `(SELECT number, values, author_name, created_at FROM post_revisions WHERE post_id = post.id AND number > 0
  ORDER BY number DESC LIMIT 1)`;

/** The newest one that isn't saved, with its first blocks. */
const autosaved = `(SELECT author_name, values->>'title' AS title, ${utcText('created_at')} AS "createdAt",
    jsonb_path_query_array(values, '$.document.content[0 to 4]') AS blocks
  FROM post_revisions WHERE post_id = post.id AND number = 0 AND values IS DISTINCT FROM latest.values
    AND created_at > coalesce(latest.created_at, '-infinity')
  ORDER BY created_at DESC LIMIT 1)`;

/** In addition to the public message. */
const editedColumns = `${postKind.message} AS post,
  ${utcText('post.publish_at')} AS "publishAt", ${utcText('post.published_at')} AS "publishedAt",
  post.send_newsletter AS "sendNewsletter", ${utcText('post.newsletter_cleared_at')} AS "newsletterClearedAt",
  post.newsletter_cleared_by AS "newsletterClearedBy", coalesce(latest.number, 0) AS revision,
  post.status <> 'draft' AND latest.values IS DISTINCT FROM (
    SELECT shown.values FROM post_revisions shown
    WHERE shown.post_id = post.id AND shown.number = post.shown_revision AND shown.number > 0) AS "hasChanges",
  EXISTS (SELECT FROM post_previews WHERE post_id = post.id AND expires_at > now()) AS "hasPreviews",
  ${utcText('post.edited_at')} AS "editedAt",
  coalesce(autosaved.author_name, latest.author_name, '') AS "editedBy", to_json(autosaved) AS autosaved`;
const editedRows = `${postKind.rows} LEFT JOIN LATERAL ${latest} latest ON true
  LEFT JOIN LATERAL ${autosaved} autosaved ON true WHERE post.deleted_at IS NULL`;

interface EditedRow extends Omit<
  EditedPost,
  'post' | 'publishAt' | 'publishedAt' | 'newsletterClearedAt' | 'values' | 'autosave' | 'autosaved'
> {
  autosaved: { title: string; createdAt: string; blocks: Block[] } | null;
  post: PostMessage;
  publishAt: string | null;
  publishedAt: string | null;
  newsletterClearedAt: string | null;
}

const editedMessage = ({
  post,
  publishAt,
  publishedAt,
  newsletterClearedAt,
  autosaved: draft,
  ...row
}: EditedRow): EditedPost => ({
  ...row,
  post: withExcerpt(post),
  ...(publishAt !== null && { publishAt }),
  ...(publishedAt !== null && { publishedAt }),
  ...(newsletterClearedAt !== null && { newsletterClearedAt }),
  ...(draft && {
    autosaved: {
      title: draft.title,
      excerpt: excerptOf(plainTextOf({ type: 'doc', content: draft.blocks })),
      createdAt: draft.createdAt,
    },
  }),
  values: undefined,
  autosave: undefined,
  othersAtWork: [],
  media: [],
});

const orders: Record<PostSort, Order> = {
  edited: { by: 'post.edited_at', id: 'post.id', newestFirst: true },
  published: {
    by: 'coalesce(post.published_at, post.publish_at, post.edited_at)',
    id: 'post.id',
    newestFirst: true,
  },
  // The beginning, which fits a cursor.
  title: { by: 'left(lower(post.title), 40)', id: 'post.id', type: 'text' },
};

const isOneOf =
  <Word extends string>(allowed: readonly Word[]) =>
  (word: string): word is Word =>
    allowed.some((one) => one === word);
const isStatus = isOneOf(postStatuses);
const isSort = isOneOf(postSorts);

/** As many as a menu can show. */
const maxFilters = 200;
const distinct = (values: string) => `ARRAY(SELECT word FROM (
  SELECT DISTINCT ${values} AS word FROM posts WHERE deleted_at IS NULL) words WHERE word <> '' ORDER BY word LIMIT ${maxFilters})`;

/** Reads posts in any state for editors. */
export class EditedPosts {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists all but empty drafts. @throws INVALID_ARGUMENT for a bad cursor, limit, status or sort */
  async list(request: ListEditedPostsRequest): Promise<ListEditedPostsResponse> {
    const { cursor, limit, q, status, author, tag, sort = 'edited' } = request;
    if (status !== undefined && !isStatus(status)) throw unknownWord('status', postStatuses);
    if (!isSort(sort)) throw unknownWord('sort', postSorts);
    const order = orders[sort];
    const values: unknown[] = [pageLimit(limit) + 1];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const after = decodeCursor(cursor, order.type);
    const conditions = [
      `NOT ${isEmptyDraft('post')}`,
      ...(status === undefined ? [] : [`post.status = ${parameter(status)}`]),
      ...(author === undefined ? [] : [`post.author = ${parameter(author)}`]),
      ...(tag === undefined ? [] : [`${parameter(tag)} = ANY(post.tags)`]),
      ...(after ? [isAfter(order, parameter(after.at), parameter(after.id))] : []),
      ...parseSearchTerms(q).map((word) => containsWordSql("post.title || ' ' || post.description", parameter(word))),
    ];
    const at = order.type === 'text' ? order.by : utcText(order.by);
    const rows = await this.dataSource.query<(EditedRow & { sortedAt: string })[]>(
      `SELECT ${editedColumns}, ${at} AS "sortedAt" FROM ${[editedRows, ...conditions].join(' AND ')}
       ORDER BY ${orderSql(order)} LIMIT $1`,
      values,
    );
    const { page, nextCursor } = toFittingPage(
      rows,
      limit,
      ({ sortedAt, post }) => ({ at: sortedAt, id: post.id }),
      ({ sortedAt: _sortedAt, ...row }) => editedMessage(row),
    );
    return { posts: page, nextCursor };
  }

  /** Returns the authors and tags that posts have. */
  async filters(): Promise<GetPostFiltersResponse> {
    const [found] = await this.dataSource.query<[GetPostFiltersResponse]>(
      `SELECT ${distinct('author')} AS authors, ${distinct('unnest(tags)')} AS tags`,
    );
    return found;
  }

  /** Returns a post as in the list, if it exists. */
  find(id: string): Promise<EditedPost | undefined> {
    return findEdited(this.dataSource.manager, id);
  }

  /** Returns a post with its latest revision and the caller's unsaved edits. @throws NOT_FOUND */
  get(id: string, metadata: Metadata | undefined): Promise<EditedPost> {
    const caller = readCaller(metadata);
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
  async revisions(request: ListRevisionsRequest): Promise<ListRevisionsResponse> {
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
    const caller = readCaller(metadata);
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

/** Returns INVALID_ARGUMENT that names the field and its permitted values. */
export const unknownWord = (field: string, allowed: readonly string[]) => {
  const message = `${field} must be one of ${allowed.join(', ')}`;
  return invalid(message, [{ field, message }]);
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
