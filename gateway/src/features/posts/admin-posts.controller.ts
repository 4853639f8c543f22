import type { Metadata } from '@grpc/grpc-js';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  postEditInput,
  postImageField,
  postInput,
  postListQuery,
  removePostImage,
  type PostEditInput,
  type PostListQuery,
} from '@site/proto/content/v1/posts.schema';
import type { Post as PostMessage } from '@site/proto/gen/nest/content/v1/posts';
import type { Request } from 'express';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../../edge/expected-version.js';
import { moderatedPictureJson } from '../../answers/pictures.js';
import { postData } from '../../answers/shapes.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { DescribeIdempotencyKey, DescribeUpload } from '../../uploads/api-upload.js';
import { idempotencyClaim } from '../../uploads/idempotency.js';
import { photoTypes } from '../../uploads/picture-check.js';
import { Uploads, type Submission, type UploadForm } from '../../uploads/uploads.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

const imageFile = { field: postImageField, label: 'Image', types: photoTypes, required: false } as const;
/** 50,000 characters of four bytes each. */
const maxFieldBytes = 200 * 1024;
const createForm = { fields: postInput, file: imageFile, maxFieldBytes } satisfies UploadForm<typeof postInput>;
const editForm = { fields: postEditInput, file: imageFile, maxFieldBytes } satisfies UploadForm<typeof postEditInput>;

/** A post as its editors see it. */
const postJson = (post: PostMessage) => ({
  ...postData(post),
  picture: moderatedPictureJson(post.cover),
  updated_at: post.updatedAt,
  version: post.version,
});

/** The blog. Every GET that changes something is the specification's; it has a POST (or DELETE) twin. */
@ApiTags('posts (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/post')
export class AdminPostsController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(Uploads) private readonly uploads: Uploads,
  ) {}

  @Get()
  @Describe(
    'Posts, newest first, paged by next_cursor; with q those that hold all of its words.',
    schemas.editedPosts,
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: postListQuery }) { q, ...page }: PostListQuery, @CallMetadata() metadata: Metadata) {
    const { posts, nextCursor } = await this.clients.posts.listPosts({ ...page, ...(q && { q }) }, metadata);
    return success('Posts', posts.map(postJson), { next_cursor: nextCursor ?? null });
  }

  @Post('create')
  @RateLimit('adminUpload')
  @DescribeUpload('Publishes a post.', createForm, schemas.editedPost)
  async create(@Req() request: Request, @CallMetadata() metadata: Metadata) {
    const { post } = await this.uploads.receive(request, createForm, ({ fields, upload, idempotency }) => {
      const { title, description, url } = fields;
      return this.clients.posts.createPost(
        { title, description, ...(url && { url }), ...(upload && { cover: upload }), idempotency },
        metadata,
      );
    });
    return success('Post Created Successfully', post ? postJson(post) : null);
  }

  @Get('edit')
  @RateLimit('adminUpload')
  @ChangesStateOnGet()
  @DescribeExpectedVersion()
  @DescribeIdempotencyKey()
  @Describe(
    'Changes a post. The picture stays, whatever image says; only the word "remove" takes it away.',
    schemas.editedPost,
    [400, 401, 403, 404, 409, 422, 429],
  )
  editByGet(
    @Query({ schema: postEditInput }) fields: PostEditInput,
    @ExpectedVersion() expectedVersion: number | undefined,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const idempotency = idempotencyClaim(request, fields);
    return this.save({ fields, upload: undefined, idempotency }, expectedVersion, metadata);
  }

  @Post('edit')
  @HttpCode(200)
  @RateLimit('adminUpload')
  @DescribeExpectedVersion()
  @DescribeUpload(
    'Changes a post. Without a file the picture stays; image may be the text "remove", which takes it away.',
    editForm,
    schemas.editedPost,
    200,
  )
  edit(
    @ExpectedVersion() expectedVersion: number | undefined,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    return this.uploads.receive(request, editForm, (submission) => this.save(submission, expectedVersion, metadata));
  }

  private async save(
    { fields, upload, idempotency }: Submission<PostEditInput>,
    expectedVersion: number | undefined,
    metadata: Metadata,
  ) {
    const { postId, title, description, url, image } = fields;
    const { post } = await this.clients.posts.updatePost(
      {
        id: postId,
        title,
        description,
        ...(url && { url }),
        ...(upload && { cover: upload }),
        removeCover: image === removePostImage,
        ...(expectedVersion !== undefined && { expectedVersion }),
        idempotency,
      },
      metadata,
    );
    return success('Post Updated Successfully', post ? postJson(post) : null);
  }

  @Get('delete/:id')
  @ChangesStateOnGet()
  @Describe('Takes a post off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @HttpCode(200)
  @Describe('Takes a post off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Describe('Takes a post off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.posts.deletePost({ id }, metadata);
    return success('Post Deleted Successfully', null);
  }
}
