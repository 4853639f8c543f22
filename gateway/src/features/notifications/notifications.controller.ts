/** Public routes for subscribing to warnings and for managing a subscription by its token. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import type { SubscriptionsServiceClient } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import {
  alertActionResponse,
  confirmedResponse,
  subscriptionResponse,
  type AlertSubscription,
} from '@site/proto/notifications/v1/subscriptions.responses';
import {
  endInput,
  endpointInput,
  displayReportInput,
  subscribeInput,
  tokenInput,
  preferencesInput,
  type SubscribeInput,
} from '@site/proto/notifications/v1/subscriptions.schema';
import { unsubscribeQuery, type UnsubscribeBody, type UnsubscribeQuery } from '@site/proto/unsubscribe';
import type { Request } from 'express';
import { Describe } from '../../edge/api/api-docs.js';
import { MultipartFields } from '../../edge/body-parsers.js';
import { Clients } from '../../edge/clients/clients.js';
import { FromAnySite } from '../../edge/cross-site.guard.js';
import { success } from '../../edge/envelope.js';
import { badField } from '../../edge/http-errors.js';
import { DescribeFormCheck, filledByProgram } from '../../edge/form-check.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PostJson, PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { Takes } from '../../edge/consumes.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';
import { addressKeyOf, networkOf } from '@site/platform/base/ip-address';
import type { z } from 'zod';
import { SmallBodies } from './body-limits.js';
import { toPreferencesJson, toPreferencesMessage } from './notification-messages.js';

/** The same for every address, so it doesn't reveal whether one is subscribed. */
const signedUp = 'Thank you! We’ve sent you a message. Your alerts start once you confirm with it.';

/**
 * Subscriptions to warnings. A token from one of our messages allows changing and ending that subscription. No response
 * reveals whether an address is subscribed.
 */
@PublicController('main/notifications', 'notifications')
@SmallBodies()
export class NotificationsController {
  private readonly subscriptions;

  constructor(@Inject(Clients) clients: Clients) {
    this.subscriptions = clients.of<SubscriptionsServiceClient>('notifications', 'SubscriptionsService');
  }

  @Post('subscribe')
  @HttpCode(202)
  @RateLimit('subscribe')
  @Takes('application/json')
  @DescribeIdempotencyKey()
  @DescribeFormCheck()
  @Describe(
    'Subscribes a channel to warnings. The response is the same for every address; a message asks for confirmation.',
    alertActionResponse,
    [400, 413, 415, 422, 429, 503],
    202,
  )
  async subscribe(
    @Body({ schema: subscribeInput }) input: SubscribeInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const idempotency = idempotencyClaim(request, input);
    const { preferences, consent_version: consentVersion, ...channel } = input;
    // The network shows a flood without identifying an address; the client's key is for rate limits and isn't stored.
    const origin = { network: networkOf(request.ip), client: addressKeyOf(request.ip) };
    if (!filledByProgram(request))
      await this.subscriptions.subscribe(
        { ...channel, preferences: toPreferencesMessage(preferences), consentVersion, ...origin, idempotency },
        metadata,
      );
    return success(signedUp, { action: signedUp });
  }

  @PostJson('confirm')
  @Describe(
    'Confirms a channel by the token sent to it. A browser gets the token for changing its preferences later.',
    confirmedResponse,
    [400, 404, 409, 413, 415, 429, 503],
  )
  async confirm(
    @Body({ schema: tokenInput }) { token }: z.infer<typeof tokenInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { managementToken } = await this.subscriptions.confirmChannel({ token }, metadata);
    return success('Your alerts are on.', { management_token: managementToken || null });
  }

  @PostJson('preferences')
  @Describe(
    'The preferences of a token’s owner. Without preferences, returns the current ones.',
    subscriptionResponse,
    [400, 404, 409, 413, 415, 429, 503],
  )
  async preferences(
    @Body({ schema: preferencesInput }) { token, preferences }: z.infer<typeof preferencesInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    if (preferences)
      await this.subscriptions.updatePreferences({ token, preferences: toPreferencesMessage(preferences) }, metadata);
    // The response shows what was stored.
    const stored = await this.subscriptions.getPreferences({ token }, metadata);
    if (!stored.preferences) throw new Error('the service returned a subscription without preferences');
    return success<AlertSubscription>(preferences ? 'Your preferences have been saved.' : 'Your preferences', {
      preferences: toPreferencesJson(stored.preferences),
      channel: stored.channel as AlertSubscription['channel'],
      state: stored.state as AlertSubscription['state'],
    });
  }

  @Post('end')
  @FromAnySite()
  @HttpCode(200)
  @MultipartFields()
  @Describe(
    'Ends all messages to a channel: with the token in the body or, as mail programs do (RFC 8058), with the body List-Unsubscribe=One-Click and the token in the query.',
    emptyResponse,
    [400, 404, 413, 415, 429, 503],
  )
  async end(
    @Body({ schema: endInput }) body: UnsubscribeBody,
    @Query({ schema: unsubscribeQuery }) query: UnsubscribeQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    const token = body.token ?? query.token;
    if (token === undefined) throw badField('token', 'token is required');
    await this.subscriptions.endSubscription({ token }, metadata);
    return success('We won’t send anything there again.', null);
  }

  @PostJson('endpoint')
  @Describe('Updates the address of a browser’s subscription.', emptyResponse, [400, 404, 409, 413, 415, 429, 503])
  async endpoint(
    @Body({ schema: endpointInput }) input: z.infer<typeof endpointInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    await this.subscriptions.replaceEndpoint(input, metadata);
    return success('The address has been saved.', null);
  }

  @PostJson('displayed')
  @RateLimit('displayed')
  @Describe(
    'Counts a notification that a device displayed, and its delay. Doesn’t identify the device.',
    emptyResponse,
    [400, 413, 415, 429, 503],
  )
  async displayed(
    @Body({ schema: displayReportInput }) { dispatch, bucket }: z.infer<typeof displayReportInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    await this.subscriptions.recordDisplay({ dispatchId: dispatch, bucket }, metadata);
    return success('Counted.', null);
  }
}
