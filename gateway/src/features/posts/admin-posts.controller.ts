/** Dashboard routes of posts as the specification defines them: list, create, edit and delete. */
import type { Metadata } from '@grpc/grpc-js';
import { Get, Query, Req } from '@nestjs/common';
import { editedPostResponse } from '@site/proto/content/v1/posts.responses';
import {
  postEditInput,
  postImageField,
  postInput,
  postListQuery,
  removePostImage,
} from '@site/proto/content/v1/posts.schema';
import type { EditedPost, PostsServiceClient } from '@site/proto/gen/nest/content/v1/posts';
import type { Request } from 'express';
import type { z } from 'zod';
import { editedList } from '../../feature-kit/content-crud.js';
import { Describe } from '../../edge/api/api-docs.js';
import { success } from '../../edge/envelope.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../../edge/expected-version.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';
import { photoTypes } from '../../uploads/image-check.js';
import { editedPostData } from './post-editing-responses.js';

const form = {
  file: { field: postImageField, label: 'Image', types: photoTypes, required: false },
  /** 50,000 characters of four bytes each. */
  maxFieldBytes: 200 * 1024,
} as const;

export class AdminPostsController extends editedList({
  path: 'post',
  tag: 'posts (dashboard)',
  permission: 'write',
  name: 'Post',
  client: (clients) => clients.of<PostsServiceClient>('content', 'PostsService'),
  answer: editedPostResponse,
  toJson: (post: EditedPost) => editedPostData(post),
  list: {
    title: 'Posts',
    summary:
      'Posts in every state but empty drafts, paged by next_cursor; q matches all of its words; status, author and tag filter; sort is edited (default), published or title.',
    query: postListQuery,
    call: (client, { q, ...page }, metadata) =>
      client
        .listEditedPosts({ ...page, q: q || undefined }, metadata)
        .then(({ posts, nextCursor }) => ({ rows: posts, nextCursor })),
  },
  create: {
    summary: 'Publishes a post.',
    form: { fields: postInput, ...form },
    call: (client, { fields: { url, ...fields }, upload, write }, metadata) =>
      client
        .createPost({ ...fields, url: url || undefined, cover: upload, ...write }, metadata)
        .then(({ edited }) => edited),
  },
  edit: {
    summary: 'Changes a post. Without a file the picture stays; the text "remove" as image removes it.',
    form: { fields: postEditInput, ...form },
    call: (client, { fields: { postId: id, url, image, ...fields }, upload, write }, metadata) =>
      client
        .updatePost(
          { id, ...fields, url: url || undefined, cover: upload, removeCover: image === removePostImage, ...write },
          metadata,
        )
        .then(({ edited }) => edited),
  },
  delete: {
    summary: 'Removes a post from the site. It can be restored for 30 days.',
    call: (client, id, metadata) => client.deletePost({ id }, metadata),
  },
}) {
  @Get('edit')
  @RateLimit('adminUpload')
  @ChangesStateOnGet()
  @DescribeExpectedVersion()
  @DescribeIdempotencyKey()
  @Describe(
    'Changes a post. The picture stays unless image is the word "remove".',
    editedPostResponse,
    [400, 401, 403, 404, 409, 422, 429],
  )
  async editByGet(
    @Query({ schema: postEditInput }) fields: z.infer<typeof postEditInput>,
    @ExpectedVersion() expectedVersion: number | undefined,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const sent = { fields, upload: undefined, idempotency: idempotencyClaim(request, fields) };
    return success('Post Updated Successfully', this.toJson(await this.save(sent, expectedVersion, metadata)));
  }
}
