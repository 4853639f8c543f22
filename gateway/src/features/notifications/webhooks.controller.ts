/** Dashboard routes of webhooks that deliver warnings to other systems. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Delete, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import type { WebhooksServiceClient } from '@site/proto/gen/nest/notifications/v1/webhooks';
import {
  createdWebhookResponse,
  webhookResponse,
  webhooksResponse,
  type CreatedWebhook,
  type Webhooks,
} from '@site/proto/notifications/v1/webhooks.responses';
import { webhookInput, type WebhookInput } from '@site/proto/notifications/v1/webhooks.schema';
import type { Request } from 'express';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DashboardController } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn } from '../../edge/session.guard.js';
import { Takes } from '../../edge/consumes.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';
import { requireId } from '../../edge/http-errors.js';

/** Webhooks notify emergency managers' systems of warnings. Only admins can add one. */
@DashboardController('admin/main/notifications/webhooks', 'notifications (dashboard)', 'operate')
export class WebhooksController {
  private readonly webhooks;

  constructor(@Inject(Clients) clients: Clients) {
    this.webhooks = clients.of<WebhooksServiceClient>('notifications', 'WebhooksService');
  }

  @Get()
  @Describe('All webhooks, newest first.', webhooksResponse, [401, 403, 503])
  async list(@CallMetadata() metadata: Metadata) {
    const { webhooks } = await this.webhooks.listWebhooks({}, metadata);
    return success<Webhooks>('Webhooks', {
      webhooks: webhooks.map((webhook) => toResponse(webhookResponse, webhook)),
    });
  }

  @NeedsRecentSignIn()
  @Post()
  @HttpCode(201)
  @Takes('application/json')
  @DescribeIdempotencyKey()
  @Describe(
    'Creates a webhook. Its signing secret appears only in this response.',
    createdWebhookResponse,
    [400, 401, 403, 415, 422, 429, 503],
    201,
  )
  async create(
    @Body({ schema: webhookInput }) input: WebhookInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { min_level: minLevel, ...fields } = input;
    const idempotency = idempotencyClaim(request, input);
    const { webhook, secret } = await this.webhooks.createWebhook({ ...fields, minLevel, idempotency }, metadata);
    if (!webhook) throw new Error('the service returned no webhook');
    return success<CreatedWebhook>('Webhook Created Successfully', {
      webhook: toResponse(webhookResponse, webhook),
      secret,
    });
  }

  @NeedsRecentSignIn()
  @Delete(':id')
  @Describe('Ends delivery to a webhook for good.', emptyResponse, [401, 403, 404, 503])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.webhooks.deleteWebhook({ id: requireId(id, 'This webhook does not exist.') }, metadata);
    return success('Webhook Deleted Successfully', null);
  }
}
