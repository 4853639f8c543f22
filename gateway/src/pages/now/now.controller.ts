import { applyDecorators, Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { sendPrepared } from '../../answers/prepared.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedByNginx } from '../../edge/route-traits.js';
import { Public } from '../../edge/session.guard.js';
import { NowPages, type StatusPage } from './now-pages.js';

/** Defines a page's route: address, failures, and an example of its parameter. */
const Page = (path: string, summary: string, failures: Record<number, string> = {}, ...[name, example]: string[]) =>
  applyDecorators(
    Get(path),
    CachedByNginx(),
    ApiOperation({ summary }),
    ...(name && example ? [ApiParam({ name, example })] : []),
    ApiProduces('text/html'),
    ApiOkResponse({ schema: { type: 'string' }, description: 'The page' }),
    ...Object.entries(failures).map(([status, what]) =>
      ApiResponse({ status: Number(status), description: `${what}; a page says so.` }),
    ),
  );

const ofEvent = [
  { 404: 'No such event was ever seen', 503: 'Nobody can tell at the moment' },
  ...['name', 'KLZK.TO.W.0042.2026'],
] as const;
const ofCounty = [{ 404: 'There is no such county' }, 'county', 'hot-spring'] as const;

/** Lightweight pages: self-contained HTML of at most 15 kB. */
@ApiTags('now')
@Public()
@RateLimit('read')
@Controller('now')
export class NowController {
  constructor(@Inject(NowPages) private readonly pages: NowPages) {}

  @Page('', 'All counties, each with the worst of its alerts, and the alerts for the whole state; reloads itself.')
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.page(undefined, true), request, response);
  }

  @Page('still', 'The same list, which does not reload itself.')
  async stillList(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.page(undefined, false), request, response);
  }

  @Page('alert/:name', 'The full text of a weather event and what changed, or that it is over and how.', ...ofEvent)
  async event(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.event(name, true), request, response);
  }

  @Page('alert/:name/still', 'The same text, which does not reload itself.', ...ofEvent)
  async stillEvent(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.event(name, false), request, response);
  }

  @Page(
    ':county',
    'The alerts of a county, what to do about them, and the present weather; reloads itself.',
    ...ofCounty,
  )
  async county(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.page(slug, true), request, response);
  }

  @Page(':county/still', 'The same page, which does not reload itself.', ...ofCounty)
  async still(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.page(slug, false), request, response);
  }

  private async send(page: Promise<StatusPage>, request: Request, response: Response): Promise<void> {
    const { status, prepared } = await page;
    sendPrepared(request, response, prepared, status);
  }
}
