/** Routes of the page, linked in every weather alert, where a subscriber changes or ends a subscription without scripts. */
import { applyDecorators, Body, Get, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicResponses } from '../../responses/public-responses.js';
import { CONFIG, type Config } from '../../config.js';
import { DescribePage } from '../../edge/api/api-docs.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PublicController } from '../../edge/routes.js';
import { Takes } from '../../edge/consumes.js';
import { english, spanish, type Language } from '../now/language.js';
import { readPreferencesForm, tokenOf } from './subscription-form.js';
import { frame, subscriptionPolicy } from './subscription-frame.js';
import { SubscriptionPages, type PageResult } from './subscription-pages.js';

const failures: Record<number, string> = {
  404: 'Unknown link',
  409: 'The subscription has ended',
  503: 'Status unknown at the moment',
};

/** Defines a form's route, which redirects to the page. */
const Form = (path: string, summary: string) =>
  applyDecorators(
    Post(path),
    HttpCode(303),
    Takes('application/x-www-form-urlencoded'),
    DescribePage(summary, failures),
    ApiResponse({ status: 303, description: 'Done; redirects to the page.' }),
  );

/**
 * The page linked in every message, for changing and ending a subscription. The token is sufficient; opening the page
 * changes nothing.
 */
@PublicController('subscription', 'notifications')
@RateLimit('read')
export class SubscriptionController {
  protected readonly language: Language = english;
  private readonly headers: Record<string, string>;

  constructor(
    @Inject(SubscriptionPages) private readonly pages: SubscriptionPages,
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(CONFIG) config: Config,
  ) {
    this.headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': subscriptionPolicy(config.PUBLIC_URL.startsWith('https:')),
    };
  }

  @Get()
  @ApiQuery({ name: 'token', required: true })
  @ApiQuery({ name: 'said', required: false })
  @ApiOkResponse({ schema: { type: 'string' }, description: 'The page' })
  @DescribePage('The preferences of a token’s owner, with forms to change and end them.', failures)
  async show(
    @Query('token') token: unknown,
    @Query('said') noticeName: unknown,
    @Res() response: Response,
  ): Promise<void> {
    this.send(response, await this.pages.show(this.language, token, noticeName));
  }

  @Form('confirm', 'Confirms the channel that received the token.')
  async confirm(@Body() body: unknown, @Res() response: Response): Promise<void> {
    this.send(response, await this.pages.confirm(this.language, tokenOf(body)));
  }

  @Form('preferences', 'Saves the owner’s preferences; 400 with the form if a value is invalid.')
  async preferences(@Body() body: unknown, @Res() response: Response): Promise<void> {
    this.send(response, await this.pages.change(this.language, readPreferencesForm(body)));
  }

  @Form('end', 'Ends all messages to the channel. Repeating it changes nothing.')
  async end(@Body() body: unknown, @Res() response: Response): Promise<void> {
    this.send(response, await this.pages.end(this.language, tokenOf(body)));
  }

  private send(response: Response, result: PageResult): void {
    response.set(this.headers);
    if ('goTo' in result) return response.redirect(303, result.goTo);
    if (result.status === 429 || result.status === 503)
      response.set('Retry-After', String(result.retryAfterSeconds ?? 5));
    response.status(result.status).send(frame(result.page, this.publicResponses.stormBanner, this.language));
  }
}

/** The same page in Spanish. */
@PublicController('es/subscription', 'notifications')
@RateLimit('read')
export class SpanishSubscriptionController extends SubscriptionController {
  protected override readonly language = spanish;
}
