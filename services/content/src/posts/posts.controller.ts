import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { isId } from '@site/platform/ids';
import { addPicture } from '@site/platform/pictures';
import {
  PostsServiceControllerMethods,
  type CreatePostRequest,
  type CreatePostResponse,
  type DeletePostRequest,
  type GetPostRequest,
  type GetPostResponse,
  type ListPostsRequest,
  type ListPostsResponse,
  type Post,
  type PostsServiceController,
  type UpdatePostRequest,
  type UpdatePostResponse,
} from '@site/proto/gen/nest/content/v1/posts';
import { notFound } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { createRow, deleteRow, editRow, readAdmin } from '../editing.js';
import { kinds } from '../kinds.js';
import { readPage, type List } from '../lists.js';
import { livePosts, postMessage, posts } from '../messages.sql.js';

const newestPosts: List = {
  message: postMessage,
  from: livePosts,
  row: 'post',
  newestFirst: true,
  searched: "post.title || ' ' || post.description",
};

@Controller()
@PostsServiceControllerMethods()
export class PostsController implements PostsServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listPosts(request: ListPostsRequest): Promise<ListPostsResponse> {
    const { page, nextCursor } = await readPage<Post>(this.dataSource, newestPosts, request);
    return { posts: page, nextCursor };
  }

  async getPost({ id }: GetPostRequest): Promise<GetPostResponse> {
    const [row] = isId(id)
      ? await this.dataSource.query<{ post: Post }[]>(
          `SELECT ${postMessage} AS post FROM ${livePosts} AND post.id = $1`,
          [id],
        )
      : [];
    if (!row) throw notFound(kinds.post.unknown);
    return row;
  }

  async createPost(request: CreatePostRequest, metadata?: Metadata): Promise<CreatePostResponse> {
    const { title, description, url, cover, idempotency } = request;
    const claim = { idempotency, caller: readAdmin(metadata) };
    const { id, replayed } = await createRow(this.dataSource, kinds.post, claim, async (manager) => ({
      ...{ title, description, url: url ?? null },
      coverId: cover ? await addPicture(manager, cover, 'cover', true) : null,
    }));
    return { post: await this.find(id), replayed };
  }

  async updatePost(request: UpdatePostRequest, metadata?: Metadata): Promise<UpdatePostResponse> {
    const { title, description, url, cover, removeCover } = request;
    const edit = { ...request, caller: readAdmin(metadata) };
    const { id, replayed } = await editRow(this.dataSource, kinds.post, edit, async (manager) => ({
      ...{ title, description, url: url ?? null },
      ...(removeCover && { coverId: null }),
      ...(cover && { coverId: await addPicture(manager, cover, 'cover', true) }),
    }));
    return { post: await this.find(id), replayed };
  }

  async deletePost({ id }: DeletePostRequest, metadata?: Metadata) {
    await deleteRow(this.dataSource, kinds.post, id, readAdmin(metadata));
    return {};
  }

  /** A post that was just written; also when someone deleted it in the same moment. */
  private async find(id: string): Promise<Post | undefined> {
    const [row] = await this.dataSource.query<{ post: Post }[]>(
      `SELECT ${postMessage} AS post FROM ${posts} WHERE post.id = $1`,
      [id],
    );
    return row?.post;
  }
}
