import { firstCharacters } from '@site/domain/truncate';
import { Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { sendPrepared } from '../../responses/prepared-response.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PublicController } from '../../edge/routes.js';
import { Page } from '../now/now.controller.js';
import type { StatusPage } from '../now/now-pages.js';
import { SpanishPages } from './spanish-pages.js';

const maxQueryLength = 100;
/** A form without a choice sends an empty value. */
const selectedCountyInput = z.object({ county: z.string().max(maxQueryLength).optional() });
const searched = z.object({ q: z.string().optional() });
const noCounty = { 404: 'There is no such county' };

/** Pages of the English site in Spanish: self-contained HTML of at most 15 kB. */
@PublicController('es', 'now')
@RateLimit('read')
export class SpanishController {
  constructor(@Inject(SpanishPages) private readonly pages: SpanishPages) {}

  @Page('', 'Spanish: the alerts, and the current weather and forecast at the home page’s place.')
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.home(), request, response);
  }

  @Page('alert', 'Spanish: all alerts in effect, the most dangerous first, and how to get them.')
  async alerts(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.alerts(), request, response);
  }

  @Page('forecast', 'Spanish: seven days in a county or in the middle of the state.', noCounty)
  async forecast(
    @Query({ schema: selectedCountyInput }) { county }: z.infer<typeof selectedCountyInput>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(this.pages.forecast(county || undefined), request, response);
  }

  @Page('hourly', 'Spanish: 48 hours in a county or at the home page’s place.', noCounty)
  async hourly(
    @Query({ schema: selectedCountyInput }) { county }: z.infer<typeof selectedCountyInput>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(this.pages.hourly(county || undefined), request, response);
  }

  @Page('search', 'Spanish: up to five places whose names begin with q, with links to their counties.')
  async search(
    @Query({ schema: searched }) { q = '' }: z.infer<typeof searched>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(this.pages.search(firstCharacters(q.trim(), maxQueryLength)), request, response);
  }

  @Page('county', 'Spanish: all counties, each with its worst alert, and statewide alerts.')
  async counties(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.counties(), request, response);
  }

  @Page(
    'county/:county',
    'Spanish: a county’s alerts, its weather, the next hours and the week.',
    noCounty,
    'county',
    'hot-spring',
  )
  async county(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.county(slug), request, response);
  }

  @Page('warning/:name', 'Redirects to the event at /es/now/alert.', {}, 'name', 'KLZK.TO.W.0042.2026')
  warning(@Param('name') name: string, @Res() response: Response): void {
    response.setHeader('Cache-Control', 'public, max-age=60');
    response.redirect(308, `/es/now/alert/${encodeURIComponent(name)}`);
  }

  /** Must be the last route below /es. */
  @Page('*path', 'Spanish: there is no such page.', { 404: 'Always' })
  async missing(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(this.pages.missing(), request, response);
  }

  private async send(page: Promise<StatusPage>, request: Request, response: Response): Promise<void> {
    const { status, prepared } = await page;
    sendPrepared(request, response, prepared, status);
  }
}
