/** Public route of the sponsorship form. */
import type { Metadata } from '@grpc/grpc-js';
import { Inject, Post, Req } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { createdResponse } from '@site/proto/responses';
import type { SponsorFields, SponsorsServiceClient } from '@site/proto/gen/nest/submissions/v1/sponsors';
import {
  advertiseFileField,
  advertiseFileTypes,
  sponsorRequestInput,
} from '@site/proto/submissions/v1/sponsors.schema';
import type { Request } from 'express';
import type { z } from 'zod';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DescribeFormCheck } from '../../edge/form-check.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { DescribeUpload } from '../../uploads/api-upload.js';
import { Uploads, type UploadForm } from '../../uploads/uploads.js';

const advertiseForm = {
  fields: sponsorRequestInput,
  file: { field: advertiseFileField, label: 'Company logo', types: advertiseFileTypes, required: false },
} satisfies UploadForm<typeof sponsorRequestInput>;

export const sponsorFields = (fields: z.infer<typeof sponsorRequestInput>): SponsorFields => ({
  name: fields.name,
  email: fields.email,
  phoneNumber: fields.phone_number,
  companyName: fields.company_name,
  message: fields.message,
  url: fields.url || undefined,
});

@PublicController('main', 'sponsors')
export class SponsorsController {
  private readonly client;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(Uploads) private readonly uploads: Uploads,
  ) {
    this.client = clients.of<SponsorsServiceClient>('submissions', 'SponsorsService');
  }

  @Post('advertise/with/us')
  @RateLimit('advertise')
  @DescribeFormCheck()
  @DescribeUpload(
    'Requests a sponsorship. Nothing is public until an admin approves it.',
    advertiseForm,
    createdResponse,
  )
  async create(@Req() request: Request, @CallMetadata() metadata: Metadata) {
    const { id } = await this.uploads.receive(
      request,
      advertiseForm,
      ({ fields, upload, idempotency }) =>
        this.client.requestSponsorship({ ...sponsorFields(fields), logo: upload, idempotency }, metadata),
      () => ({ id: newId(), replayed: false }),
    );
    return success('Your sponsor request has been created successfully!', { id });
  }
}
