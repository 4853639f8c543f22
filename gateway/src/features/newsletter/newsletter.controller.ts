/** Public newsletter routes: sign up, confirm, change preferences, unsubscribe. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { emptyResponse } from '@site/proto/responses';
import type { SubscribeRequest } from '@site/proto/gen/nest/submissions/v1/newsletter';
import {
  newsletterActionResponse,
  newsletterPreferencesResponse,
} from '@site/proto/submissions/v1/newsletter.responses';
import {
  confirmInput,
  preferencesInput,
  subscribeInput,
  unsubscribeInput,
} from '@site/proto/submissions/v1/newsletter.schema';
import { unsubscribeQuery, type UnsubscribeBody, type UnsubscribeQuery } from '@site/proto/unsubscribe';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { MultipartFields } from '../../edge/body-parsers.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { RequestBatcher } from '../../edge/clients/request-batcher.js';
import { FromAnySite } from '../../edge/cross-site.guard.js';
import { success } from '../../edge/envelope.js';
import { DescribeFormCheck, filledByProgram } from '../../edge/form-check.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PostJson, PostJsonOrForm, PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';
import { badField } from '../../edge/http-errors.js';

/** The same for every address, so it doesn't reveal whether one is subscribed. */
const signedUp = 'Thank you! Please check your email and confirm your subscription.';

/** The newsletter's public side. Mail scanners follow links, so a link opens a page, and only its button posts. */
@PublicController('main/news/letter', 'newsletter')
export class NewsletterController {
  private readonly signUps;

  constructor(@Inject(Clients) private readonly clients: Clients) {
    const { newsletter } = clients;
    this.signUps = new RequestBatcher<SubscribeRequest, object>({
      single: newsletter.subscribe,
      async batch(signUps, ...call) {
        const { recorded } = await newsletter.subscribeSeveral({ signUps }, ...call);
        return recorded.map((isRecorded) => (isRecorded ? {} : undefined));
      },
    });
  }

  @PostJsonOrForm('create')
  @RateLimit('newsletter')
  @DescribeIdempotencyKey()
  @DescribeFormCheck()
  @Describe(
    'Signs up an address. The response is the same whether it is new, pending or subscribed; a mail asks for confirmation.',
    newsletterActionResponse,
    [400, 415, 422, 429, 503],
  )
  async create(
    @Body({ schema: subscribeInput }) input: z.infer<typeof subscribeInput>,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const idempotency = idempotencyClaim(request, input);
    if (!filledByProgram(request)) await this.signUps.call({ ...input, idempotency }, metadata);
    return success(signedUp, { action: signedUp });
  }

  @PostJson('confirm')
  @Describe('Confirms the address that received the confirmation mail.', emptyResponse, [400, 404, 409, 415, 429, 503])
  async confirm(
    @Body({ schema: confirmInput }) { token }: z.infer<typeof confirmInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    await this.clients.newsletter.confirmSubscription({ token }, metadata);
    return success('Your subscription is confirmed.', null);
  }

  /** Mail programs without one-click (RFC 8058) open the List-Unsubscribe address instead of posting to it. */
  @Get('unsubscribe')
  @ApiOperation({ summary: 'Opens the page with the button. Does not unsubscribe: link scanners come here too.' })
  @ApiResponse({ status: 303, description: 'The page.' })
  openPage(@Query({ schema: unsubscribeQuery }) { token = '' }: UnsubscribeQuery, @Res() response: Response): void {
    response.redirect(303, `/newsletter/unsubscribe?${new URLSearchParams({ token }).toString()}`);
  }

  @Post('unsubscribe')
  @FromAnySite()
  @HttpCode(200)
  @MultipartFields()
  @Describe(
    'Unsubscribes an address: with the token in the body or, as mail programs do (RFC 8058), with the body List-Unsubscribe=One-Click and the token in the query.',
    emptyResponse,
    [400, 404, 415, 429, 503],
  )
  async unsubscribe(
    @Body({ schema: unsubscribeInput }) body: UnsubscribeBody,
    @Query({ schema: unsubscribeQuery }) query: UnsubscribeQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    const token = body.token ?? query.token;
    if (token === undefined) throw badField('token', 'token is required');
    await this.clients.newsletter.unsubscribe({ token }, metadata);
    return success('You have been unsubscribed.', null);
  }

  @PostJson('preferences')
  @Describe(
    'How often a subscriber gets mail: every newsletter as it is sent (all) or one mail a week (weekly). Without a frequency, returns the current setting.',
    newsletterPreferencesResponse,
    [400, 404, 409, 415, 429, 503],
  )
  async preferences(
    @Body({ schema: preferencesInput }) { token, frequency: newFrequency }: z.infer<typeof preferencesInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    if (newFrequency === undefined) {
      const { frequency } = await this.clients.newsletter.getPreferences({ token }, metadata);
      return success('Your preferences', { frequency });
    }
    const { frequency } = await this.clients.newsletter.updatePreferences({ token, frequency: newFrequency }, metadata);
    return success('Your preferences have been saved.', { frequency });
  }
}
