import { status, type Metadata, type ServiceError } from '@grpc/grpc-js';
import { Controller, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiNoContentResponse, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { reportFormats } from '@site/platform/mail/mail-report';
import type { MailReportsServiceClient } from '@site/proto/gen/nest/mail/v1/mail_reports';
import type { Request, Response } from 'express';
import { Clients } from '../../edge/clients/clients.js';
import { missing, wrongType } from '../../edge/http-errors.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { LargeBody } from '../../edge/route-traits.js';
import { CallMetadata, Public } from '../../edge/session.guard.js';

/** SNS sends at most 256 kB. */
const maxBodyBytes = 256 * 1024;
const authenticatingHeaders = ['authorization', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const passwordFormats: readonly string[] = ['ses', 'postmark'];

/** Reports of bounces and complaints, by webhook calls from the mail provider. */
@ApiTags('newsletter')
@Public()
@Controller()
export class MailReportsController {
  private readonly services;

  constructor(@Inject(Clients) clients: Clients) {
    const senders = ['submissions', 'notifications'] as const;
    this.services = Object.values(
      clients.ofServices<MailReportsServiceClient, (typeof senders)[number]>(senders, 'mail', 'MailReportsService'),
    );
  }

  @Post('hooks/mail/:format')
  @HttpCode(204)
  @RateLimit('mailHook')
  @LargeBody({ bytes: maxBodyBytes, field: 'body', message: 'The report is larger than 256 kB.' })
  @ApiOperation({
    summary: 'Receives bounces and complaints: the mailbox gets no more mail. The same response for all recipients.',
  })
  @ApiParam({ name: 'format', enum: reportFormats })
  @ApiConsumes('application/json', 'text/plain')
  @ApiNoContentResponse()
  @ApiResponse({ status: 400, description: 'Unreadable, or about a mail that we didn’t send' })
  @ApiResponse({ status: 401, description: 'Not authenticated as our mail provider' })
  @ApiResponse({ status: 404, description: 'This site doesn’t process such reports' })
  async receive(
    @Param('format') format: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @CallMetadata() metadata: Metadata,
  ): Promise<void> {
    if (!reportFormats.some((one) => one === format)) throw notHere();
    const headers = Object.fromEntries(
      authenticatingHeaders.flatMap((name) => {
        const value = request.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const report = { format, body: textOf(request), headers };
    const results = await Promise.allSettled(this.services.map((service) => service.receiveReport(report, metadata)));
    // Each service handles its own recipients. The provider repeats the call until both have.
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ServiceError] : []));
    const isOff = ({ code }: ServiceError) => code === status.FAILED_PRECONDITION;
    if (errors.length === results.length && errors.every(isOff)) throw notHere();
    const [error] = errors.filter((one) => !isOff(one));
    if (!error) return;
    // SNS sends the password only when asked for it.
    if (error.code === status.UNAUTHENTICATED && passwordFormats.includes(format))
      response.setHeader('WWW-Authenticate', 'Basic realm="mail reports"');
    throw error;
  }
}

const notHere = () => missing('This address does not exist.');

/** The body parsers read only JSON and plain text as text. */
function textOf({ body }: Request): string {
  if (typeof body === 'string') return body;
  throw wrongType();
}
