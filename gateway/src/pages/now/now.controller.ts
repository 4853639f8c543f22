import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NowPages } from './now-pages.js';
import { sendPrepared } from '../../answers/prepared.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { Public } from '../../edge/session.guard.js';

const page = { schema: { type: 'string' }, description: 'The page' } as const;

/** The pages for a bad line: HTML of at most 15 kB that needs nothing else. */
@ApiTags('now')
@Public()
@RateLimit('read')
@Controller('now')
export class NowController {
  constructor(@Inject(NowPages) private readonly pages: NowPages) {}

  @Get()
  @ApiOperation({
    summary: 'The 75 counties, each with the worst of its alerts, and what is for the whole state; loads itself again.',
  })
  @ApiProduces('text/html')
  @ApiOkResponse(page)
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.pages.list(true));
  }

  @Get('still')
  @ApiOperation({ summary: 'The same list, which does not load itself again.' })
  @ApiProduces('text/html')
  @ApiOkResponse(page)
  async stillList(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.pages.list(false));
  }

  @Get('alert/:name')
  @ApiOperation({ summary: 'The full text of a weather event, what changed, or that it is over and how.' })
  @ApiParam({ name: 'name', example: 'KLZK.TO.W.0042.2026' })
  @ApiProduces('text/html')
  @ApiOkResponse(page)
  @ApiResponse({ status: 404, description: 'No such event was ever seen; a page says so.' })
  @ApiResponse({ status: 503, description: 'Nobody can tell now; a page says so.' })
  async event(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendEvent(name, true, request, response);
  }

  @Get('alert/:name/still')
  @ApiOperation({ summary: 'The same text, which does not load itself again.' })
  @ApiParam({ name: 'name', example: 'KLZK.TO.W.0042.2026' })
  @ApiProduces('text/html')
  @ApiOkResponse(page)
  @ApiResponse({ status: 404, description: 'No such event was ever seen; a page says so.' })
  @ApiResponse({ status: 503, description: 'Nobody can tell now; a page says so.' })
  async stillEvent(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendEvent(name, false, request, response);
  }

  @Get(':county')
  @ApiOperation({
    summary: 'What is warned in a county, until when, what to do, and the weather now; loads itself again.',
  })
  @ApiParam({ name: 'county', example: 'hot-spring' })
  @ApiProduces('text/html')
  @ApiOkResponse(page)
  @ApiResponse({ status: 404, description: 'There is no such county; a page says so.' })
  async county(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(slug, true, request, response);
  }

  @Get(':county/still')
  @ApiOperation({ summary: 'The same page, which does not load itself again.' })
  @ApiParam({ name: 'county', example: 'hot-spring' })
  @ApiProduces('text/html')
  @ApiOkResponse(page)
  @ApiResponse({ status: 404, description: 'There is no such county; a page says so.' })
  async still(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(slug, false, request, response);
  }

  private async sendEvent(name: string, refreshes: boolean, request: Request, response: Response): Promise<void> {
    const { status, prepared } = await this.pages.event(name, refreshes);
    sendPrepared(request, response, prepared, status);
  }

  private async send(slug: string, refreshes: boolean, request: Request, response: Response): Promise<void> {
    const found = await this.pages.county(slug, refreshes);
    if (found) return sendPrepared(request, response, found);
    sendPrepared(request, response, await this.pages.missing(), 404);
  }
}
