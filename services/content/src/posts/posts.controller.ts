/** All rpcs for posts: the public blog, the editor, revisions, previews and publication. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import {
  PostsServiceControllerMethods,
  type CreateDraftRequest,
  type CreatePostRequest,
  type DiscardAutosaveRequest,
  type GetPostRequest,
  type GetRevisionRequest,
  type ListEditedPostsRequest,
  type ListPostsRequest,
  type ListRevisionsRequest,
  type Post as PostMessage,
  type PostsServiceController,
  type PublishPostRequest,
  type SaveRevisionRequest,
  type UpdatePostRequest,
} from '@site/proto/gen/nest/content/v1/posts';
import { notFound } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { ContentRows } from '../kinds/content-rows.js';
import { PostEditor } from './post-editing.js';
import { EditedPosts } from './edited-posts.js';
import { newsletterPost, postStates } from './newsletter-decision.js';
import { findMedia } from './post-media.js';
import { noSuchPost } from './post-revisions.js';
import { postKind, withExcerpt } from './post.kind.js';
import { Previews } from './previews.js';
import { publishMissed } from './schedule.js';

interface FullPostRow {
  post: PostMessage;
  document: object | null;
  media_ids: string[];
}

@Controller()
@PostsServiceControllerMethods()
export class PostsController implements PostsServiceController {
  private readonly rows: ContentRows<PostMessage>;
  private readonly edited: EditedPosts;
  private readonly editor: PostEditor;
  private readonly previews: Previews;

  constructor(@Inject(DataSource) readonly dataSource: DataSource) {
    this.rows = new ContentRows(dataSource, postKind);
    this.edited = new EditedPosts(dataSource);
    this.editor = new PostEditor(dataSource);
    this.previews = new Previews(dataSource);
  }

  async listPosts(request: ListPostsRequest) {
    const { page, nextCursor } = await this.rows.list(request);
    return { posts: page.map(withExcerpt), nextCursor };
  }

  /** Finds a published or unlisted post by id or slug, current or former. @throws NOT_FOUND */
  async getPost({ id, slug }: GetPostRequest) {
    const [name, where] = id
      ? [isId(id) ? id : undefined, 'post.id = $1']
      : [slug, 'post.id = (SELECT post_id FROM post_slugs WHERE slug = $1)'];
    const [found] = name
      ? await this.dataSource.query<FullPostRow[]>(
          `SELECT ${postKind.message} AS post, post.document, post.media_ids FROM ${postKind.rows}
           WHERE ${where} AND post.deleted_at IS NULL AND post.status IN ('published', 'unlisted')`,
          [name],
        )
      : [];
    if (!found) throw notFound(noSuchPost);
    const { post, document, media_ids: ids } = found;
    const media = await findMedia(this.dataSource.manager, ids);
    return { ...withExcerpt(post), ...(document && { document: JSON.stringify(document) }), media };
  }

  getNewsletterPost({ id: revisionId }: { id: string }) {
    return newsletterPost(this.dataSource, revisionId);
  }

  async getPostStates({ ids }: { ids: string[] }) {
    return { states: await postStates(this.dataSource, ids) };
  }

  getPreview({ token }: { token: string }) {
    return this.previews.show(token);
  }

  async createPost(request: CreatePostRequest, metadata?: Metadata) {
    return this.written(await this.rows.create(request, metadata));
  }

  async updatePost(request: UpdatePostRequest, metadata?: Metadata) {
    return this.written(await this.rows.edit(request, metadata));
  }

  deletePost({ id }: { id: string }, metadata?: Metadata) {
    return this.rows.delete(id, metadata);
  }

  listEditedPosts(request: ListEditedPostsRequest) {
    return this.edited.list(request);
  }

  getPostFilters() {
    return this.edited.filters();
  }

  async getEditedPost({ id }: { id: string }, metadata?: Metadata) {
    return { post: await this.edited.get(id, metadata) };
  }

  async createDraft(request: CreateDraftRequest, metadata?: Metadata) {
    const { id, replayed } = await this.editor.createDraft(request, metadata);
    return { post: await this.edited.get(id, metadata), replayed };
  }

  saveRevision(request: SaveRevisionRequest, metadata?: Metadata) {
    return this.editor.save(request, metadata);
  }

  discardAutosave(request: DiscardAutosaveRequest, metadata?: Metadata) {
    return this.editor.discardAutosave(request, metadata);
  }

  listRevisions(request: ListRevisionsRequest) {
    return this.edited.revisions(request);
  }

  getRevision(request: GetRevisionRequest, metadata?: Metadata) {
    return this.edited.revision(request, metadata);
  }

  async publishPost(request: PublishPostRequest, metadata?: Metadata) {
    await this.editor.publish(request, metadata);
    return { post: await this.edited.get(request.id, metadata) };
  }

  /** Retries a publication that failed at its time, from the page of failed jobs. */
  async publishMissedPost({ id }: { id: string }) {
    await publishMissed(this.dataSource, id);
    return {};
  }

  createPreview({ id }: { id: string }, metadata?: Metadata) {
    return this.previews.create(id, metadata);
  }

  endPreviews({ id }: { id: string }, metadata?: Metadata) {
    return this.previews.end(id, metadata);
  }

  private async written({ message, replayed }: { message: PostMessage | undefined; replayed: boolean }) {
    const post = message && withExcerpt(message);
    return { post, replayed, edited: post && (await this.edited.find(post.id)) };
  }
}
