import { Controller, Inject } from '@nestjs/common';
import { isId } from '@site/platform/ids';
import { decodeCursor, toPage } from '@site/platform/keyset';
import {
  PostsServiceControllerMethods,
  type GetPostRequest,
  type GetPostResponse,
  type ListPostsRequest,
  type ListPostsResponse,
  type Post,
  type PostsServiceController,
} from '@site/proto/gen/nest/content/v1/posts';
import { invalid, notFound } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { livePosts, newestPostsFirst, postMessage } from '../messages.sql.js';
import { fittingPosts } from './page-weight.js';

@Controller()
@PostsServiceControllerMethods()
export class PostsController implements PostsServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listPosts({ cursor, limit }: ListPostsRequest): Promise<ListPostsResponse> {
    if (limit < 1 || limit > 100)
      throw invalid('limit must be from 1 to 100', [{ field: 'limit', message: 'limit must be from 1 to 100' }]);
    const after = decodeCursor(cursor);
    const rows = await this.dataSource.query<{ post: Post }[]>(
      `SELECT ${postMessage} AS post FROM ${livePosts}
       AND ($1::timestamptz IS NULL OR (post.created_at, post.id) < ($1, $2::uuid))
       ORDER BY ${newestPostsFirst} LIMIT $3`,
      [after?.at ?? null, after?.id ?? null, limit + 1],
    );
    const posts = rows.map((row) => row.post);
    const { page, nextCursor } = toPage(posts, fittingPosts(posts, limit), ({ createdAt, id }) => ({
      at: createdAt,
      id,
    }));
    return { posts: page, nextCursor };
  }

  async getPost({ id }: GetPostRequest): Promise<GetPostResponse> {
    const [row] = isId(id)
      ? await this.dataSource.query<{ post: Post }[]>(
          `SELECT ${postMessage} AS post FROM ${livePosts} AND post.id = $1`,
          [id],
        )
      : [];
    if (!row) throw notFound('There is no such post.');
    return row;
  }
}
