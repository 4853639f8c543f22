import { Controller, Inject } from '@nestjs/common';
import {
  SponsorsServiceControllerMethods,
  type ListPublicSponsorsResponse,
  type RequestSponsorshipRequest,
  type RequestSponsorshipResponse,
  type SponsorsServiceController,
} from '@site/proto/gen/nest/submissions/v1/sponsors';
import { DataSource, type EntityManager } from 'typeorm';
import { SponsorDisplay } from './sponsor-display.entity.js';
import { requestSponsorship } from './sponsor-requests.js';
import { Sponsor, publicSponsor } from './sponsor.entity.js';

/** More than any page shows; keeps an answer within the size of a gRPC message whatever happens. */
const mostSponsors = 300;

/** Approved sponsors in the order of their approval, with the chosen style, in one query. */
export async function publicSponsors(manager: EntityManager): Promise<ListPublicSponsorsResponse> {
  const display = await manager
    .createQueryBuilder(SponsorDisplay, 'display')
    .leftJoinAndMapMany(
      'display.sponsors',
      Sponsor,
      'sponsor',
      "sponsor.status = 'approved' AND sponsor.deletedAt IS NULL",
    )
    .leftJoinAndSelect('sponsor.logo', 'logo')
    .orderBy('sponsor.decidedAt', 'ASC')
    .addOrderBy('sponsor.id', 'ASC')
    .limit(mostSponsors)
    .getOneOrFail();
  const { sponsors, view } = display;
  const top = sponsors.find((sponsor) => sponsor.isTop) ?? sponsors[0];
  return { sponsors: sponsors.map(publicSponsor), topSponsor: top && publicSponsor(top), sponsorView: view };
}

@Controller()
@SponsorsServiceControllerMethods()
export class SponsorsController implements SponsorsServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  listPublicSponsors(): Promise<ListPublicSponsorsResponse> {
    return publicSponsors(this.dataSource.manager);
  }

  requestSponsorship(request: RequestSponsorshipRequest): Promise<RequestSponsorshipResponse> {
    return requestSponsorship(this.dataSource, request);
  }
}
