import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { newId } from '@site/platform/base/ids';
import { createdAnswer } from '@site/proto/answers';
import type { ContactMessage, ContactServiceClient } from '@site/proto/gen/nest/submissions/v1/contact';
import { contactMessageAnswer } from '@site/proto/submissions/v1/contact.answers';
import {
  contactInput,
  contactListQuery,
  type ContactInput,
  type ContactListQuery,
} from '@site/proto/submissions/v1/contact.schema';
import type { Request } from 'express';
import { z } from 'zod';
import { answerFrom } from '../../answers/answer-from.js';
import { Deletes } from '../../feature-kit/twins.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DescribeFormCheck, filledByProgram } from '../../edge/form-check.js';
import { knownId } from '../../edge/known-id.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Public, Roles } from '../../edge/session.guard.js';
import { Takes } from '../../edge/takes.js';
import { DescribeIdempotencyKey } from '../../uploads/api-upload.js';
import { idempotencyClaim } from '../../uploads/idempotency.js';

const clientOf = (clients: Clients) => clients.of<ContactServiceClient>('submissions', 'ContactService');

/** What visitors write to the people behind the site. */
@ApiTags('contact')
@Public()
@Controller('main')
export class ContactController {
  private readonly client;

  constructor(@Inject(Clients) clients: Clients) {
    this.client = clientOf(clients);
  }

  @Post('contact-us')
  @RateLimit('contact')
  @Takes('application/x-www-form-urlencoded')
  @DescribeIdempotencyKey()
  @DescribeFormCheck()
  @Describe('Writes to the people behind the site.', createdAnswer, [400, 415, 422, 429, 503], 201)
  async create(
    @Body({ schema: contactInput }) input: ContactInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const idempotency = idempotencyClaim(request, input);
    const { id } = filledByProgram(request)
      ? { id: newId() }
      : await this.client.createContactMessage({ ...input, idempotency }, metadata);
    return success('Contact Request Send', { id });
  }
}

const contactJson = (message: ContactMessage) => answerFrom(contactMessageAnswer, message);

/** Reading what visitors wrote, and putting it away. */
@ApiTags('contact (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/contact-us')
export class AdminContactController {
  private readonly client;

  constructor(@Inject(Clients) clients: Clients) {
    this.client = clientOf(clients);
  }

  @Get()
  @Roles('admin', 'moderator')
  @Describe(
    'Messages, newest first, paged by next_cursor; with q those that hold its words.',
    z.array(contactMessageAnswer),
    [400, 401, 403, 503],
  )
  async list(
    @Query({ schema: contactListQuery }) { cursor, limit, q }: ContactListQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    const page = await this.client.listContactMessages({ cursor, limit, ...(q && { q }) }, metadata);
    return success('Contact messages', page.messages.map(contactJson), { next_cursor: page.nextCursor ?? null });
  }

  @Deletes('Puts a message away. It can be restored for 30 days.')
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.client.deleteContactMessage({ id: knownId(id, 'This message does not exist.') }, metadata);
    return success('Contact Deleted Successfully', null);
  }
}
