/** Routes of the lightweight pages and of the widgets for other sites. */
import { applyDecorators, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { sendPrepared } from '../../responses/prepared-response.js';
import { DescribePage } from '../../edge/api/api-docs.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PublicController } from '../../edge/routes.js';
import { CachedByNginx } from '../../edge/route-traits.js';
import { english, spanish, type Language } from './language.js';
import { NowPages, type StatusPage } from './now-pages.js';

/** Defines a page's route, failures, and an example of its parameter. */
export const Page = (
  path: string,
  summary: string,
  failures: Record<number, string> = {},
  ...[name, example]: string[]
) =>
  applyDecorators(
    Get(path),
    CachedByNginx(),
    DescribePage(summary, failures),
    ...(name && example ? [ApiParam({ name, example })] : []),
    ApiOkResponse({ schema: { type: 'string' }, description: 'The page' }),
  );

const ofEvent = [{ 404: 'Unknown event', 503: 'Status unknown at the moment' }, 'name', 'KLZK.TO.W.0042.2026'] as const;
const ofCounty = [{ 404: 'There is no such county' }, 'county', 'hot-spring'] as const;

/** Self-contained HTML of at most 15 kB. */
@PublicController('now', 'now')
@RateLimit('read')
export class NowController {
  protected readonly language: Language = english;

  constructor(@Inject(NowPages) private readonly pages: NowPages) {}

  @Page('', 'All counties, each with its worst alert, and statewide alerts; reloads itself.')
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.page(undefined, true, this.language), request, response);
  }

  @Page('still', 'The same list without reloading.')
  async stillList(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.page(undefined, false, this.language), request, response);
  }

  @Page('alert/:name', 'The full text of a weather event and its changes, or how it ended.', ...ofEvent)
  async event(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.event(name, true, this.language), request, response);
  }

  @Page('alert/:name/still', 'The same text without reloading.', ...ofEvent)
  async stillEvent(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.event(name, false, this.language), request, response);
  }

  @Page(':county', 'A county’s alerts with instructions, and its current weather; reloads itself.', ...ofCounty)
  async county(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.page(slug, true, this.language), request, response);
  }

  @Page(':county/still', 'The same page without reloading.', ...ofCounty)
  async still(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.page(slug, false, this.language), request, response);
  }

  private async send(page: Promise<StatusPage>, request: Request, response: Response): Promise<void> {
    const { status, prepared } = await page;
    sendPrepared(request, response, prepared, status);
  }
}

/** The same pages in Spanish. */
@PublicController('es/now', 'now')
@RateLimit('read')
export class SpanishNowController extends NowController {
  protected override readonly language = spanish;
}

/** For iframes on other sites: self-contained HTML of at most 10 kB. */
@PublicController('embed', 'now')
@RateLimit('read')
export class WidgetController {
  constructor(@Inject(NowPages) private readonly pages: NowPages) {}

  @Page(
    'county/:county',
    'A county’s alerts and current weather for an iframe on any site; reloads itself every minute.',
    ...ofCounty,
  )
  async county(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { status, prepared } = await this.pages.widget(slug);
    response.removeHeader('X-Frame-Options');
    sendPrepared(request, response, prepared, status);
  }
}
