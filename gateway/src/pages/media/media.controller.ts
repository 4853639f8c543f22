/** Routes of images: public ones for everyone, pending ones for moderators. */
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
import { missing } from '../../edge/http-errors.js';
import { MediaFiles, type MediaFile } from './media-files.js';
import { parseMediaKey, type MediaKey } from './media-key.js';
import { headOf, wantsBody, writeHead, type ResponseHead } from '../../responses/prepared-response.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet } from '../../edge/routes.js';
import { Allowed, Public } from '../../edge/session.guard.js';

/** Aborts a transfer that stalls this long at either end. */
const silenceMs = 30_000;

/** Without a moderator's session, a pending picture looks nonexistent. */
@Catch()
class HiddenFilter extends ErrorFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    const { status } = render(error);
    super.catch(status === 401 || status === 403 ? imageNotFound() : error, host);
  }
}

const imageNotFound = () => missing('There is no such picture.');

const DescribeImage = (summary: string) =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiParam({ name: 'key', description: 'The src of a picture without /media/ (and without pending/).' }),
    ApiProduces('image/webp', 'image/jpeg', 'image/png', 'application/pdf'),
    ApiOkResponse({ description: 'The picture', schema: { type: 'string', format: 'binary' } }),
    ApiResponse({ status: 304, description: 'Not modified.' }),
    ApiResponse({ status: 404, description: 'Not found.' }),
    ApiResponse({ status: 503, description: 'Not ready yet, or the store is down; see Retry-After.' }),
  );

/** Serves the worker's encodings, never uploaded bytes. */
@ApiTags('media')
@RateLimit('media')
@Controller('media')
export class MediaController {
  constructor(@Inject(MediaFiles) private readonly files: MediaFiles) {}

  @Get('pending/*key')
  @Allowed('review')
  @UseFilters(HiddenFilter)
  @ApiBearerAuth()
  @DescribeImage('A picture awaiting approval; 404 without a session.')
  pending(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(request, response);
  }

  @CachedGet('*key')
  @Public()
  @DescribeImage('A published picture. Waits while it is still being processed.')
  published(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(request, response);
  }

  private async send(request: Request, response: Response): Promise<void> {
    // Undecoded: our keys need no escaping, so an escaped one isn't ours.
    const key = parseMediaKey(request.path.slice('/media/'.length));
    const file = key && (await this.files.find(key));
    if (!file) throw imageNotFound();
    const head = toImageHead(key, file);
    const streamed = !file.bytes && wantsBody(request, head.etag);
    const source = streamed ? await this.files.open(key.objectKey) : undefined;
    if (streamed && !source) throw imageNotFound();
    const follows = writeHead(request, response, head);
    if (follows && source) await transfer(source, response);
    else response.end(follows ? file.bytes : undefined);
  }
}

/**
 * A key's bytes never change, but the picture may be deleted: shared caches drop it within a minute, as nginx does. The
 * policy prevents scripts when it's opened directly.
 */
const toImageHead = ({ mediaType, disposition, published }: MediaKey, { etag, sizeBytes }: MediaFile): ResponseHead =>
  headOf(
    `"${etag}"`,
    {
      'Content-Type': mediaType,
      'Cache-Control': published ? 'public, max-age=31536000, s-maxage=60, immutable' : 'private, no-store',
      'Content-Disposition': disposition,
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    sizeBytes,
  );

/** Copies at the slower end's pace; either end's failure stops the other. */
async function transfer(source: Readable, response: Response): Promise<void> {
  if (source instanceof IncomingMessage) {
    source.setTimeout(silenceMs, () => source.destroy(new Error('the transfer stalled')));
  }
  // Content-Length was sent, so an early close shows that the picture is incomplete.
  await pipeline(source, response).catch(() => response.destroy());
}
