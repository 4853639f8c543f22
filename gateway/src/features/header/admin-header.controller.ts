import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  headerEditInput,
  headerInput,
  type HeaderEditInput,
  type HeaderInput,
} from '@site/proto/content/v1/site.schema';
import type { SiteHeader } from '@site/proto/gen/nest/content/v1/site';
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

/** The header as its editors see it; null when there is none. */
const headerJson = (site: SiteHeader | undefined) =>
  site ? { id: site.id, header: site.header, version: site.version } : null;

/** The one text of the top bar. The GET that deletes is the specification's; it has twins. */
@ApiTags('header (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/header')
export class AdminHeaderController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get()
  @Describe('The header, or null when there is none.', schemas.editedHeader, [401, 403, 503])
  async get(@CallMetadata() metadata: Metadata) {
    const { header } = await this.clients.site.getHeader({}, metadata);
    return success('Header', headerJson(header));
  }

  @Post('create')
  @MultipartFields()
  @DescribeIdempotencyKey()
  @Describe(
    'Sets the header. Refused with 409 while there is one.',
    schemas.editedHeader,
    [400, 401, 403, 409, 413, 415, 422],
    201,
  )
  async create(
    @Body({ schema: headerInput }) input: HeaderInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const idempotency = idempotencyClaim(request, input);
    const { header } = await this.clients.site.createHeader({ ...input, idempotency }, metadata);
    return success('Header Created Successfully', headerJson(header));
  }

  @Post('edit')
  @HttpCode(200)
  @MultipartFields()
  @DescribeExpectedVersion()
  @DescribeIdempotencyKey()
  @Describe('Changes the header.', schemas.editedHeader, [400, 401, 403, 404, 409, 413, 415, 422])
  async edit(
    @Body({ schema: headerEditInput }) input: HeaderEditInput,
    @ExpectedVersion() expectedVersion: number | undefined,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { header } = await this.clients.site.updateHeader(
      {
        ...{ id: input.header_id, header: input.header },
        ...(expectedVersion !== undefined && { expectedVersion }),
        idempotency: idempotencyClaim(request, input),
      },
      metadata,
    );
    return success('Header Updated Successfully', headerJson(header));
  }

  @Get('delete/:id')
  @ChangesStateOnGet()
  @Describe('Takes the header off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @HttpCode(200)
  @Describe('Takes the header off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Describe('Takes the header off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.site.deleteHeader({ id }, metadata);
    return success('Header Deleted Successfully', null);
  }
}
