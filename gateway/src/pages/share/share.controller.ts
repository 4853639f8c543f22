import { applyDecorators, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { headOf, writeHead } from '../../responses/prepared-response.js';
import { missing } from '../../edge/http-errors.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PublicController } from '../../edge/routes.js';
import { CachedByNginx } from '../../edge/route-traits.js';
import { plainSharePath, type ShareTarget } from '../share-address.js';
import { ShareImages } from './share-images.js';

/** Deleted items and ended alerts leave caches within a minute. */
const caching = 'public, max-age=60';

const GetShareImage = (path: string, summary: string, name?: { name: string; example: string }) =>
  applyDecorators(
    Get(path),
    CachedByNginx(),
    ApiOperation({ summary }),
    ...(name ? [ApiParam(name)] : []),
    ApiProduces('image/png'),
    ApiOkResponse({
      description: 'PNG, 1200 × 630 pixels.',
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    }),
    ApiResponse({ status: 302, description: 'Cannot be drawn right now: redirects to the fallback picture.' }),
    ApiResponse({ status: 304, description: 'Not modified.' }),
    ...(name ? [ApiResponse({ status: 404, description: 'Not found.' })] : []),
  );

/** Pictures for `og:image` (https://ogp.me). */
@PublicController('share', 'share')
@RateLimit('read')
export class ShareController {
  constructor(@Inject(ShareImages) private readonly images: ShareImages) {}

  @GetShareImage('home.png', 'The current weather at the default place and the worst alert in effect.')
  home(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send({ kind: 'home' }, request, response);
  }

  @GetShareImage('warning/:name.png', 'A weather event: what, where and until when, in the color of its danger.', {
    name: 'name',
    example: 'KLZK.TO.W.0042.2026',
  })
  warning(@Param('name') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send({ kind: 'warning', id }, request, response);
  }

  @GetShareImage('post/:id.png', 'The title of a post over its picture or a drawn sky.', {
    name: 'id',
    example: '0198c0de-0000-7000-8000-000000000001',
  })
  post(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send({ kind: 'post', id }, request, response);
  }

  @GetShareImage('snapshot/:id.png', 'A published photo with its place and caption.', {
    name: 'id',
    example: '0198c0de-0000-7000-8000-000000000001',
  })
  snapshot(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send({ kind: 'snapshot', id }, request, response);
  }

  private async send(target: ShareTarget, request: Request, response: Response): Promise<void> {
    const image = await this.images.find(target);
    if (image === 'missing') throw missing('There is no such picture.');
    if (!image) return response.set('Cache-Control', 'no-store').redirect(302, plainSharePath);
    const { etag, bytes } = image;
    const head = headOf(etag, { 'Content-Type': 'image/png', 'Cache-Control': caching }, bytes.length);
    response.end(writeHead(request, response, head) ? bytes : undefined);
  }
}
