import type { Metadata } from '@grpc/grpc-js';
import { Controller, Get, Header, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isId } from '@site/platform/base/ids';
import { pageQuery } from '@site/proto/fields';
import { postAnswer } from '@site/proto/content/v1/posts.answers';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { missing } from '../../edge/failures.js';
import { sendPrepared } from '../../answers/prepared.js';
import { contentHeaders, firstPageSize, PublicAnswers } from '../../answers/public-answers.js';
import { postData } from '../../answers/shapes.js';
import { CallMetadata, Public } from '../../edge/session.guard.js';
import { Describe } from '../../edge/api/api-docs.js';

/** Public addresses ignore parameters they do not know: links get decorated by whatever carries them. */
const postsQuery = z.object(pageQuery.shape);
type PostsQuery = z.infer<typeof postsQuery>;

const noSuchPost = 'There is no such post.';

@ApiTags('posts')
@Public()
@Controller('main/post')
export class PostsController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(PublicAnswers) private readonly answers: PublicAnswers,
  ) {}

  @Get()
  @Describe('Posts, newest first, paged by next_cursor.', z.array(postAnswer), [400, 503])
  async list(
    @Query({ schema: postsQuery }) { cursor, limit }: PostsQuery,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!cursor && limit === firstPageSize)
      return sendPrepared(request, response, await this.answers.wait('/main/post'));
    const page = await this.clients.posts.listPosts({ cursor, limit }, metadata);
    response
      .set(contentHeaders)
      .json(success('Posts', page.posts.map(postData), { next_cursor: page.nextCursor ?? null }));
  }

  @Get(':id')
  @Header('Cache-Control', contentHeaders['Cache-Control'])
  @Describe('One post.', postAnswer, [404, 503])
  async one(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const held = this.answers.findPost(id);
    if (held) return success('Post', postData(held));
    if (!isId(id)) throw missing(noSuchPost);
    const { post } = await this.clients.posts.getPost({ id }, metadata);
    if (!post) throw missing(noSuchPost);
    return success('Post', postData(post));
  }
}
