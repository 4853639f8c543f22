import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import {
  SponsorsServiceControllerMethods,
  type ApproveSponsorRequest,
  type CreateSponsorRequest,
  type DeleteSponsorRequest,
  type ListPublicSponsorsResponse,
  type ListSponsorsRequest,
  type RejectSponsorRequest,
  type RequestSponsorshipRequest,
  type RequestSponsorshipResponse,
  type SetSponsorViewRequest,
  type SetTopSponsorRequest,
  type SponsorsServiceController,
  type UpdateSponsorRequest,
} from '@site/proto/gen/nest/submissions/v1/sponsors';
import { DataSource } from 'typeorm';
import { readAdmin } from '../admin-caller.js';
import { SponsorDecisions } from './sponsor-decisions.js';
import { createSponsor, updateSponsor } from './sponsor-edits.js';
import { listSponsors, publicSponsors } from './sponsor-lists.js';
import { requestSponsorship } from './sponsor-requests.js';
import { sponsorMessage } from './sponsor.entity.js';

@Controller()
@SponsorsServiceControllerMethods()
export class SponsorsController implements SponsorsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SponsorDecisions) private readonly decisions: SponsorDecisions,
  ) {}

  listPublicSponsors(): Promise<ListPublicSponsorsResponse> {
    return publicSponsors(this.dataSource);
  }

  requestSponsorship(request: RequestSponsorshipRequest): Promise<RequestSponsorshipResponse> {
    return requestSponsorship(this.dataSource, request);
  }

  async listSponsors(request: ListSponsorsRequest, metadata?: Metadata) {
    readAdmin(metadata);
    return listSponsors(this.dataSource.manager, request);
  }

  async createSponsor(request: CreateSponsorRequest, metadata?: Metadata) {
    return createSponsor(this.dataSource, request, readAdmin(metadata));
  }

  async updateSponsor(request: UpdateSponsorRequest, metadata?: Metadata) {
    return updateSponsor(this.dataSource, request, readAdmin(metadata));
  }

  async approveSponsor({ id }: ApproveSponsorRequest, metadata?: Metadata) {
    return { sponsor: sponsorMessage(await this.decisions.approve(id, readAdmin(metadata))) };
  }

  async rejectSponsor({ id, reason }: RejectSponsorRequest, metadata?: Metadata) {
    return { sponsor: sponsorMessage(await this.decisions.reject(id, reason, readAdmin(metadata))) };
  }

  async deleteSponsor({ id }: DeleteSponsorRequest, metadata?: Metadata) {
    await this.decisions.delete(id, readAdmin(metadata));
    return {};
  }

  async setTopSponsor(request: SetTopSponsorRequest, metadata?: Metadata) {
    return { sponsor: sponsorMessage(await this.decisions.setTop(request, readAdmin(metadata))) };
  }

  async setSponsorView({ sponsorView }: SetSponsorViewRequest, metadata?: Metadata) {
    return { sponsorView: await this.decisions.setView(sponsorView, readAdmin(metadata)) };
  }
}
