import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { isId, newId } from '@site/platform/ids';
import type { ContactMessage } from '@site/proto/gen/nest/submissions/v1/contact';
import {
  contactInput,
  contactListQuery,
  type ContactInput,
  type ContactListQuery,
} from '@site/proto/submissions/v1/contact.schema';
import type { Request } from 'express';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { missing } from '../../edge/failures.js';
import { DescribeFormCheck, filledByProgram } from '../../edge/form-check.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Public, Roles } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { Takes } from '../../edge/takes.js';
import { DescribeIdempotencyKey } from '../../uploads/api-upload.js';
import { idempotencyClaim } from '../../uploads/idempotency.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

/** What visitors write to the people behind the site. */
@ApiTags('contact')
@Public()
@Controller('main')
export class ContactController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Post('contact-us')
  @RateLimit('contact')
  @Takes('application/x-www-form-urlencoded')
  @DescribeIdempotencyKey()
  @DescribeFormCheck()
  @Describe('Writes to the people behind the site.', schemas.created, [400, 415, 422, 429, 503], 201)
  async create(
    @Body({ schema: contactInput }) input: ContactInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const idempotency = idempotencyClaim(request, input);
    const { id } = filledByProgram(request)
      ? { id: newId() }
      : await this.clients.contact.createContactMessage({ ...input, idempotency }, metadata);
    return success('Contact Request Send', { id });
  }
}

const contactJson = ({ id, name, email, phone, feedback, createdAt }: ContactMessage) => ({
  id,
  name,
  email,
  phone,
  feedback,
  created_at: createdAt,
});

const deleting = 'Puts a message away. It can be restored for 30 days.';

/** Reading what visitors wrote, and putting it away. The deleting GET is the specification's; it has two twins. */
@ApiTags('contact (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/contact-us')
export class AdminContactController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get()
  @Roles('admin', 'moderator')
  @Describe(
    'Messages, newest first, paged by next_cursor; with q those that hold its words.',
    schemas.contactMessages,
    [400, 401, 403, 503],
  )
  async list(
    @Query({ schema: contactListQuery }) { cursor, limit, q }: ContactListQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    const page = await this.clients.contact.listContactMessages({ cursor, limit, ...(q && { q }) }, metadata);
    return success('Contact messages', page.messages.map(contactJson), { next_cursor: page.nextCursor ?? null });
  }

  @Get('delete/:id')
  @ChangesStateOnGet()
  @Describe(deleting, schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @HttpCode(200)
  @Describe(deleting, schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Describe(deleting, schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    if (!isId(id)) throw missing('This message does not exist.');
    await this.clients.contact.deleteContactMessage({ id }, metadata);
    return success('Contact Deleted Successfully', null);
  }
}
