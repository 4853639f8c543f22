import type { Metadata } from '@grpc/grpc-js';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { logoEditInput, logoImageField, logoImageLabel, logoInput } from '@site/proto/content/v1/site.schema';
import type { SiteLogo } from '@site/proto/gen/nest/content/v1/site';
import type { Request } from 'express';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../../edge/expected-version.js';
import { fallbackUrl, moderatedPictureJson } from '../../answers/pictures.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { DescribeUpload } from '../../uploads/api-upload.js';
import { logoTypes } from '../../uploads/picture-check.js';
import { Uploads, type UploadForm } from '../../uploads/uploads.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

const logoFile = { field: logoImageField, label: logoImageLabel, types: logoTypes } as const;
const createForm = {
  fields: logoInput,
  file: { ...logoFile, required: true },
} satisfies UploadForm<typeof logoInput>;
const editForm = {
  fields: logoEditInput,
  file: { ...logoFile, required: false },
} satisfies UploadForm<typeof logoEditInput>;

/** The logo as its editors see it; null when there is none. */
const logoJson = (site: SiteLogo | undefined) =>
  site
    ? {
        id: site.id,
        logo: fallbackUrl(site.logo),
        picture: moderatedPictureJson(site.logo),
        version: site.version,
      }
    : null;

/** The one logo of the site. The GET that deletes is the specification's; it has twins. */
@ApiTags('logo (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/logo')
export class AdminLogoController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(Uploads) private readonly uploads: Uploads,
  ) {}

  @Get()
  @Describe('The logo, or null when there is none.', schemas.editedLogo, [401, 403, 503])
  async get(@CallMetadata() metadata: Metadata) {
    const { logo } = await this.clients.site.getLogo({}, metadata);
    return success('Logo', logoJson(logo));
  }

  @Post('create')
  @RateLimit('adminUpload')
  @DescribeUpload('Sets the logo. Refused with 409 while there is one.', createForm, schemas.editedLogo)
  async create(@Req() request: Request, @CallMetadata() metadata: Metadata) {
    const { logo } = await this.uploads.receive(request, createForm, ({ upload, idempotency }) =>
      this.clients.site.createLogo({ logo: upload, idempotency }, metadata),
    );
    return success('Logo Created Successfully', logoJson(logo));
  }

  @Post('edit')
  @HttpCode(200)
  @RateLimit('adminUpload')
  @DescribeExpectedVersion()
  @DescribeUpload('Replaces the logo. Without a file it stays.', editForm, schemas.editedLogo, 200)
  async edit(
    @ExpectedVersion() expectedVersion: number | undefined,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { logo } = await this.uploads.receive(request, editForm, ({ fields, upload, idempotency }) =>
      this.clients.site.updateLogo(
        {
          id: fields.logo_id,
          ...(upload && { logo: upload }),
          ...(expectedVersion !== undefined && { expectedVersion }),
          idempotency,
        },
        metadata,
      ),
    );
    return success('Logo Updated Successfully', logoJson(logo));
  }

  @Get('delete/:id')
  @ChangesStateOnGet()
  @Describe('Takes the logo off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @HttpCode(200)
  @Describe('Takes the logo off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Describe('Takes the logo off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.site.deleteLogo({ id }, metadata);
    return success('Logo Deleted Successfully', null);
  }
}
