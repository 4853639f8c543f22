import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { faqEditInput, faqInput, type FaqEditInput, type FaqInput } from '@site/proto/content/v1/faqs.schema';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { Faq } from '@site/proto/gen/nest/content/v1/faqs';
import type { Request } from 'express';
import { MultipartFields } from '../../edge/body-parsers.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../../edge/expected-version.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { DescribeIdempotencyKey } from '../../uploads/api-upload.js';
import { idempotencyClaim } from '../../uploads/idempotency.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

/** A question as its editors see it. */
const faqJson = ({ id, question, answer, version }: Faq) => ({ id, question, answer, version });

/** Frequently asked questions. The GET that deletes is the specification's; it has twins. */
@ApiTags('faqs (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/faqs')
export class AdminFaqsController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get()
  @Describe(
    'Questions, oldest first, paged by next_cursor. The public pages show the first 100.',
    schemas.editedFaqs,
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: pageQuery }) page: PageQuery, @CallMetadata() metadata: Metadata) {
    const { faqs, nextCursor } = await this.clients.faqs.listFaqs(page, metadata);
    return success('Frequently asked questions', faqs.map(faqJson), { next_cursor: nextCursor ?? null });
  }

  @Post('create')
  @MultipartFields()
  @DescribeIdempotencyKey()
  @Describe('Adds a question.', schemas.editedFaq, [400, 401, 403, 413, 415, 422], 201)
  async create(
    @Body({ schema: faqInput }) input: FaqInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const idempotency = idempotencyClaim(request, input);
    const { faq } = await this.clients.faqs.createFaq({ ...input, idempotency }, metadata);
    return success('FAQ Created Successfully', faq ? faqJson(faq) : null);
  }

  @Post('edit')
  @HttpCode(200)
  @MultipartFields()
  @DescribeExpectedVersion()
  @DescribeIdempotencyKey()
  @Describe('Changes a question.', schemas.editedFaq, [400, 401, 403, 404, 409, 413, 415, 422])
  async edit(
    @Body({ schema: faqEditInput }) input: FaqEditInput,
    @ExpectedVersion() expectedVersion: number | undefined,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { faq_id: id, question, answer } = input;
    const { faq } = await this.clients.faqs.updateFaq(
      {
        ...{ id, question, answer },
        ...(expectedVersion !== undefined && { expectedVersion }),
        idempotency: idempotencyClaim(request, input),
      },
      metadata,
    );
    return success('FAQ Updated Successfully', faq ? faqJson(faq) : null);
  }

  @Get('delete/:id')
  @ChangesStateOnGet()
  @Describe('Takes a question off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @HttpCode(200)
  @Describe('Takes a question off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Describe('Takes a question off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.faqs.deleteFaq({ id }, metadata);
    return success('FAQ Deleted Successfully', null);
  }
}
