import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import {
  StormModeServiceControllerMethods,
  type SetStormBannerRequest,
  type StormModeServiceController,
} from '@site/proto/gen/nest/content/v1/storm_mode';
import { findCaller } from '@site/proto/grpc';
import { may } from '@site/domain/roles';
import { DataSource } from 'typeorm';
import type { ContentFeature } from '../kinds/content-feature.js';
import { AddStormBanners1796000200000 } from '../migrations/1796000200000-add-storm-banners.js';
import { StormBanners } from './storm-banners.js';

@Controller()
@StormModeServiceControllerMethods()
class StormModeController implements StormModeServiceController {
  private readonly banners: StormBanners;

  constructor(@Inject(DataSource) readonly dataSource: DataSource) {
    this.banners = new StormBanners(dataSource);
  }

  async getStormBanner(_request: object, metadata?: Metadata) {
    const role = findCaller(metadata)?.role;
    return { banner: await this.banners.standing(role !== undefined && may(role, 'storm')) };
  }

  async setStormBanner(request: SetStormBannerRequest, metadata?: Metadata) {
    return { banner: await this.banners.set(request, metadata) };
  }

  async endStormBanner(_request: object, metadata?: Metadata) {
    await this.banners.end(metadata);
    return {};
  }
}

/** The storm banner. Not a kind of content: it ends automatically and needs no trash or pictures. */
export const stormMode: ContentFeature = {
  kinds: [],
  controller: StormModeController,
  migrations: [AddStormBanners1796000200000],
};
