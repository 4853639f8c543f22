import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  applyDecorators,
  Catch,
  Controller,
  Get,
  Inject,
  Req,
  Res,
  UseFilters,
  type ArgumentsHost,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ErrorFilter, render } from '../../edge/error.filter.js';
import { missing } from '../../edge/failures.js';
import { MediaFiles, type MediaFile } from './media-files.js';
import { parseMediaKey, type MediaKey } from './media-key.js';
import { headOf, wantsBody, writeHead, type AnswerHead } from '../../answers/prepared.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedByNginx } from '../../edge/route-traits.js';
import { Public, Roles } from '../../edge/session.guard.js';

/** A transfer that stalls for this long, at either end, is given up. */
const silenceMs = 30_000;

/** Whether a pending picture exists is nobody's business: without a moderator's session it does not. */
@Catch()
class HiddenFilter extends ErrorFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    const { status } = render(error);
    super.catch(status === 401 || status === 403 ? noSuchPicture() : error, host);
  }
}

const noSuchPicture = () => missing('There is no such picture.');

const DescribePicture = (summary: string) =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiParam({ name: 'key', description: 'The src of a picture without /media/ (and without pending/).' }),
    ApiProduces('image/webp', 'image/jpeg', 'image/png'),
    ApiOkResponse({ description: 'The picture', schema: { type: 'string', format: 'binary' } }),
    ApiResponse({ status: 304, description: 'It has not changed.' }),
    ApiResponse({ status: 404, description: 'It does not exist.' }),
    ApiResponse({ status: 503, description: 'It is not ready yet, or the store is down; see Retry-After.' }),
  );

/** Serves what the worker has made from uploads. The uploaded bytes themselves are never served. */
@ApiTags('media')
@RateLimit('media')
@Controller('media')
export class MediaController {
  constructor(@Inject(MediaFiles) private readonly files: MediaFiles) {}

  @Get('pending/*key')
  @Roles('admin', 'moderator')
  @UseFilters(HiddenFilter)
  @ApiBearerAuth()
  @DescribePicture('A picture that awaits approval; 404 without a session.')
  pending(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(request, response);
  }

  @Get('*key')
  @CachedByNginx()
  @Public()
  @DescribePicture('A published picture. While it is still being processed, the request waits for it.')
  published(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(request, response);
  }

  private async send(request: Request, response: Response): Promise<void> {
    // The path as it came: our keys hold nothing that needs escaping, so whatever is escaped is not one of them.
    const key = parseMediaKey(request.path.slice('/media/'.length));
    const file = key && (await this.files.find(key));
    if (!file) throw noSuchPicture();
    const head = pictureHead(key, file);
    const streamed = !file.bytes && wantsBody(request, head.etag);
    const source = streamed ? await this.files.open(key.objectKey) : undefined;
    if (streamed && !source) throw noSuchPicture();
    const follows = writeHead(request, response, head);
    if (follows && source) await transfer(source, response);
    else response.end(follows ? file.bytes : undefined);
  }
}

/**
 * A picture's bytes never change under its key, but it may be deleted: then caches that many share forget it within a minute, as nginx
 * does. Even opened by itself, nothing in it may run.
 */
const pictureHead = ({ mediaType, fileName, published }: MediaKey, { etag, sizeBytes }: MediaFile): AnswerHead =>
  headOf(
    `"${etag}"`,
    {
      'Content-Type': mediaType,
      'Cache-Control': published ? 'public, max-age=31536000, s-maxage=60, immutable' : 'private, no-store',
      'Content-Disposition': `inline; filename="${fileName}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    sizeBytes,
  );

/** Copies at the pace of the slower end. When the client leaves, reading from the store ends, and the other way round. */
async function transfer(source: Readable, response: Response): Promise<void> {
  if (source instanceof IncomingMessage) {
    source.setTimeout(silenceMs, () => source.destroy(new Error('the transfer stood still')));
  }
  // The length was promised: an ended connection tells the client that the picture is not whole.
  await pipeline(source, response).catch(() => response.destroy());
}
