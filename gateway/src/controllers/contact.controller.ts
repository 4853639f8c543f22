import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { newId } from '@site/platform/ids';
import { contactInput, type ContactInput } from '@site/proto/submissions/v1/contact.schema';
import type { Request } from 'express';
import { Clients } from '../clients.js';
import { success } from '../envelope.js';
import { DescribeFormCheck, filledByProgram } from '../form-check.js';
import { RateLimit } from '../rate-limit.guard.js';
import { CallMetadata, Public } from '../session.guard.js';
import { Takes } from '../takes.js';
import { DescribeIdempotencyKey } from '../uploads/api-upload.js';
import { idempotencyClaim } from '../uploads/idempotency.js';
import { Describe, schemas } from './api-docs.js';

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
