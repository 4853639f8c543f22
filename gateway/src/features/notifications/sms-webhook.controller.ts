import { status, type Metadata, type ServiceError } from '@grpc/grpc-js';
import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { SubscriptionsServiceClient } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { inboundText } from '@site/proto/notifications/v1/subscriptions.schema';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';
import { Clients } from '../../edge/clients/clients.js';
import { missing } from '../../edge/http-errors.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Public } from '../../edge/session.guard.js';
import { Takes } from '../../edge/consumes.js';
import { escapeHtml } from '../../pages/html.js';

const path = 'hooks/sms/inbound';
const reportPath = 'hooks/sms/status';

/** Builds the carrier's XML: send this text back, or nothing. */
const toReplyXml = (reply: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${reply && `<Message>${escapeHtml(reply)}</Message>`}</Response>`;

/** Incoming text messages and delivery reports, by signed webhook calls from the SMS carrier. */
@ApiTags('notifications')
@Public()
@Controller()
export class TextHookController {
  private readonly subscriptions;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.subscriptions = clients.of<SubscriptionsServiceClient>('notifications', 'SubscriptionsService');
  }

  @Post(path)
  @HttpCode(200)
  @RateLimit('textHook')
  @Takes('application/x-www-form-urlencoded')
  @ApiOperation({ summary: 'Receives a text message sent to our number: STOP ends messages to its sender.' })
  @ApiHeader({ name: 'X-Twilio-Signature', required: true })
  @ApiProduces('text/xml')
  @ApiOkResponse({ schema: { type: 'string' }, description: 'The reply (TwiML); an empty Response for none' })
  @ApiResponse({ status: 403, description: 'Not signed by the carrier' })
  @ApiResponse({ status: 404, description: 'This site doesn’t send text messages' })
  async inbound(
    @Body({ schema: inboundText }) form: z.infer<typeof inboundText>,
    @Req() request: Request,
    @Res() response: Response,
    @CallMetadata() metadata: Metadata,
  ): Promise<void> {
    const url = `${this.config.PUBLIC_URL}/${path}`;
    const signature = request.get('x-twilio-signature') ?? '';
    const { reply } = await this.subscriptions.receiveText({ url, form, signature }, metadata).catch(explain);
    response.type('text/xml; charset=utf-8').send(toReplyXml(reply));
  }

  @Post(reportPath)
  @HttpCode(204)
  @RateLimit('textReport')
  @Takes('application/x-www-form-urlencoded')
  @ApiOperation({ summary: 'Receives the carrier’s delivery report on a text that we sent.' })
  @ApiHeader({ name: 'X-Twilio-Signature', required: true })
  @ApiResponse({ status: 204, description: 'Stored, or not a final report' })
  @ApiResponse({ status: 403, description: 'Not signed by the carrier' })
  @ApiResponse({ status: 404, description: 'This site doesn’t send text messages' })
  async report(
    @Body({ schema: inboundText }) form: z.infer<typeof inboundText>,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ): Promise<void> {
    // The query names the text; the signature covers it as we sent it.
    const [, query = ''] = request.originalUrl.split('?', 2);
    const url = `${this.config.PUBLIC_URL}/${reportPath}?${query}`;
    const signature = request.get('x-twilio-signature') ?? '';
    await this.subscriptions.recordTextReport({ url, form, signature }, metadata).catch(explain);
  }
}

/** Without SMS this address doesn't exist. */
function explain(error: unknown): never {
  if ((error as ServiceError).code === status.FAILED_PRECONDITION) throw missing('This address does not exist.');
  throw error;
}
