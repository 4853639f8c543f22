/** Sponsors: requests, decisions, order, and their display on the public pages. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { orderRows } from '@site/platform/data/order-rows';
import type { ObjectStore } from '@site/platform/data/object-store';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/base/injection-tokens';
import type { Id, Ids } from '@site/proto/gen/nest/common/v1/common';
import {
  SponsorsServiceControllerMethods,
  type CreateSponsorRequest,
  type ListSponsorsRequest,
  type RejectSponsorRequest,
  type RequestSponsorshipRequest,
  type SponsorView,
  type SetTopSponsorRequest,
  type SponsorsServiceController,
  type UpdateSponsorRequest,
} from '@site/proto/gen/nest/submissions/v1/sponsors';
import { readCaller } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { Decisions } from '../decisions/decisions.js';
import { setSponsorView, setTopSponsor } from './sponsor-display.js';
import { createSponsor, updateSponsor, requestSponsorship } from './sponsor-edits.js';
import { listSponsors } from './sponsor-lists.js';
import { sponsorMessage, type Sponsor } from './sponsor.entity.js';
import { sponsorKind } from './sponsor.kind.js';

@Controller()
@SponsorsServiceControllerMethods()
export class SponsorsController implements SponsorsServiceController {
  private readonly decisions: Decisions<Sponsor>;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) store: ObjectStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.decisions = new Decisions(sponsorKind, { dataSource, store, logger });
  }

  requestSponsorship(request: RequestSponsorshipRequest) {
    return requestSponsorship(this.dataSource, request);
  }

  async listSponsors(request: ListSponsorsRequest) {
    return listSponsors(this.dataSource.manager, request);
  }

  async createSponsor(request: CreateSponsorRequest, metadata?: Metadata) {
    return createSponsor(this.dataSource, request, readCaller(metadata));
  }

  async updateSponsor(request: UpdateSponsorRequest, metadata?: Metadata) {
    return updateSponsor(this.dataSource, request, readCaller(metadata));
  }

  async approveSponsor({ id }: Id, metadata?: Metadata) {
    return sponsorMessage(await this.decisions.approve(id, readCaller(metadata)));
  }

  async rejectSponsor({ id, reason }: RejectSponsorRequest, metadata?: Metadata) {
    return sponsorMessage(await this.decisions.reject(id, reason, readCaller(metadata)));
  }

  async deleteSponsor({ id }: Id, metadata?: Metadata) {
    await this.decisions.delete(id, readCaller(metadata));
    return {};
  }

  async setTopSponsor(request: SetTopSponsorRequest, metadata?: Metadata) {
    return sponsorMessage(await setTopSponsor(this.dataSource, request, readCaller(metadata)));
  }

  /** Sets the order of approved sponsors. @throws ABORTED unless `ids` names exactly these */
  async orderSponsors({ ids }: Ids, metadata?: Metadata) {
    const { type, table, title } = sponsorKind;
    const isListed = `status = 'approved' AND deleted_at IS NULL`;
    await orderRows(this.dataSource, { type, table, title, topic: 'sponsors', isListed }, ids, readCaller(metadata));
    return {};
  }

  async setSponsorView({ sponsorView }: SponsorView, metadata?: Metadata) {
    return { sponsorView: await setSponsorView(this.dataSource, sponsorView, readCaller(metadata)) };
  }
}
