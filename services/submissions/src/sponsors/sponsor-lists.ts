import { imageViewJsonSql } from '@site/platform/lifecycle/images';
import { isId } from '@site/platform/base/ids';
import { readPage } from '@site/platform/data/lists';
import { invalidField, notFound } from '@site/proto/grpc';
import type {
  ListPublicSponsorsResponse,
  ListSponsorsRequest,
  ListSponsorsResponse,
} from '@site/proto/gen/nest/submissions/v1/sponsors';
import type { EntityManager } from 'typeorm';
import { SponsorDisplay, Sponsor, publicSponsor, sponsorMessage, type PublicSponsorRow } from './sponsor.entity.js';

/** More than any page displays, few enough for a gRPC message. */
const maxSponsors = 300;

/** SELECT columns: `sponsors`, the approved ones in the admins' order, and the chosen `view`. */
export const publicSponsorsColumns = `
  (SELECT coalesce(json_agg(shown), '[]') FROM (
    SELECT sponsor.id, sponsor.company_name AS "companyName", sponsor.url, sponsor.phone_number AS "phoneNumber",
      sponsor.is_top AS "isTop", CASE WHEN logo.id IS NOT NULL THEN ${imageViewJsonSql('logo')} END AS logo
    FROM sponsors sponsor LEFT JOIN images logo ON logo.id = sponsor.logo_id
    WHERE sponsor.status = 'approved' AND sponsor.deleted_at IS NULL
    ORDER BY sponsor.position, sponsor.id LIMIT ${maxSponsors}
  ) shown) AS sponsors,
  (SELECT view FROM sponsor_display) AS view`;

export interface PublicSponsorsRow {
  sponsors: PublicSponsorRow[];
  view: string;
}

/** Puts the admin's choice, or else the first sponsor, into the hero. */
export function publicSponsorsMessage({ sponsors, view }: PublicSponsorsRow): ListPublicSponsorsResponse {
  const top = sponsors.find((sponsor) => sponsor.isTop) ?? sponsors[0];
  return { sponsors: sponsors.map(publicSponsor), topSponsor: top && publicSponsor(top), sponsorView: view };
}

const lists = {
  approved: { by: 'position', type: 'integer', newestFirst: false },
  pending: { by: 'createdAt', newestFirst: true },
} as const;

const isListed = (state: string): state is keyof typeof lists => Object.hasOwn(lists, state);

/** Lists a page of approved sponsors in public order, or of pending ones, newest first; with the chosen view. */
export async function listSponsors(
  manager: EntityManager,
  request: ListSponsorsRequest,
): Promise<ListSponsorsResponse> {
  const { state } = request;
  if (!isListed(state)) throw invalidField('state', 'state must be approved or pending');
  const list = manager
    .createQueryBuilder(Sponsor, 'sponsor')
    .leftJoinAndSelect('sponsor.logo', 'logo')
    .where('sponsor.status = :state AND sponsor.deletedAt IS NULL', { state });
  const [{ page, nextCursor }, display] = await Promise.all([
    readPage(list, request, lists[state], sponsorMessage),
    manager.findOneByOrFail(SponsorDisplay, { id: 1 }),
  ]);
  return { sponsors: page, nextCursor, sponsorView: display.view };
}

/** Finds a sponsor in any state. @throws NOT_FOUND */
export async function findSponsor(manager: EntityManager, id: string): Promise<Sponsor> {
  const sponsor = isId(id) ? await manager.findOne(Sponsor, { where: { id }, relations: { logo: true } }) : null;
  if (!sponsor) throw unknownSponsor();
  return sponsor;
}

export const unknownSponsor = () => notFound('This sponsor does not exist.');
