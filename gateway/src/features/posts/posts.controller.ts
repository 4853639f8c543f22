/** Public routes of blog posts, and of previews by token. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Header, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { pageQuery } from '@site/proto/fields';
import { postResponse, fullPostResponse } from '@site/proto/content/v1/posts.responses';
import { previewInput } from '@site/proto/content/v1/posts.schema';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { PostResponses } from '../../responses/post-responses.js';
import { sendPrepared } from '../../responses/prepared-response.js';
import { contentHeaders, firstPageSize, PublicResponses } from '../../responses/public-responses.js';
import { toPostJson, toFullPostJson } from '../../responses/content-json.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PostJson, PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { Describe } from '../../edge/api/api-docs.js';

/** Allows unknown parameters, because trackers and share buttons add some to links. */
const postsQuery = z.object(pageQuery.shape);
type PostsQuery = z.infer<typeof postsQuery>;

@PublicController('main/post', 'posts')
export class PostsController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(PostResponses) private readonly posts: PostResponses,
  ) {}

  @CachedGet()
  @Describe('Posts, newest first, paged by next_cursor.', z.array(postResponse), [400, 503])
  async list(
    @Query({ schema: postsQuery }) { cursor, limit }: PostsQuery,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!cursor && limit === firstPageSize)
      return sendPrepared(request, response, await this.publicResponses.wait('/main/post'));
    const page = await this.clients.posts.listPosts({ cursor, limit }, metadata);
    response
      .set(contentHeaders)
      .json(success('Posts', page.posts.map(toPostJson), { next_cursor: page.nextCursor ?? null }));
  }

  @CachedGet(':id')
  @Describe(
    'One post with its document, by id or by the last part of its address. The document of a plain-text post is null.',
    fullPostResponse,
    [404, 503],
  )
  async one(@Param('id') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { prepared } = await this.posts.find(name);
    sendPrepared(request, response, prepared);
  }

  @PostJson('preview')
  @RateLimit('read')
  @Header('Cache-Control', 'no-store')
  @Header('X-Robots-Tag', 'noindex')
  @Describe(
    'A post as last saved, for anyone with the secret of a preview. The secret is in the body, so that no log contains it.',
    fullPostResponse,
    [400, 404, 413, 415, 429, 503],
  )
  async preview(
    @Body({ schema: previewInput }) { token }: z.infer<typeof previewInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const post = await this.clients.posts.getPreview({ token }, metadata);
    return success('Preview', toFullPostJson(post));
  }
}
