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
import { isUnchanged } from '../../answers/prepared.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { Public, Roles } from '../../edge/session.guard.js';

/** A transfer that stands still for this long, at either end, is given up. */
const silenceMs = 30_000;

/** Whether a pending picture exists is nobody's business: without a moderator's session there is none. */
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

/** Serves what the worker made of uploads. The uploaded bytes themselves are never served. */
@ApiTags('media')
@RateLimit('media')
@Controller('media')
export class MediaController {
  constructor(@Inject(MediaFiles) private readonly files: MediaFiles) {}

  @Get('pending/*key')
  @Roles('admin', 'moderator')
  @UseFilters(HiddenFilter)
  @ApiBearerAuth()
  @DescribePicture('A picture that waits for approval. Without a session there is none.')
  pending(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(request, response);
  }

  @Get('*key')
  @Public()
  @DescribePicture('A published picture. One that is still in work is waited for.')
  published(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(request, response);
  }

  private async send(request: Request, response: Response): Promise<void> {
    // The path as it came: keys hold nothing that would need escaping, so that an escape is never one of ours.
    const key = parseMediaKey(request.path.slice('/media/'.length));
    const file = key && (await this.files.find(key));
    if (!file) throw noSuchPicture();
    if (isUnchanged(request.headers['if-none-match'], `"${file.etag}"`)) {
      setHeaders(response, key, file);
      response.removeHeader('Content-Length');
      response.status(304).end();
      return;
    }
    const streamed = !file.bytes && request.method !== 'HEAD';
    const source = streamed ? await this.files.open(key.objectKey) : undefined;
    if (streamed && !source) throw noSuchPicture();
    setHeaders(response, key, file);
    if (source) await transfer(source, response);
    else response.end(request.method === 'HEAD' ? undefined : file.bytes);
  }
}

/** A picture's bytes never change under its key. Even opened by itself, nothing in it may run. */
function setHeaders(response: Response, key: MediaKey, { etag, sizeBytes }: MediaFile): void {
  response.setHeader('ETag', `"${etag}"`);
  response.setHeader('Content-Type', key.mediaType);
  response.setHeader('Content-Length', sizeBytes);
  response.setHeader('Cache-Control', key.published ? 'public, max-age=31536000, immutable' : 'private, no-store');
  response.setHeader('Content-Disposition', `inline; filename="${key.fileName}"`);
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** Copies at the pace of the slower end. A client that leaves ends the reading from the store, and the other way round. */
async function transfer(source: Readable, response: Response): Promise<void> {
  if (source instanceof IncomingMessage) {
    source.setTimeout(silenceMs, () => source.destroy(new Error('the transfer stood still')));
  }
  try {
    await pipeline(source, response);
  } catch (error) {
    if (!response.headersSent) throw error;
    // The length was promised: an ended connection tells the client that the picture is not whole.
    response.destroy();
  }
}
