import { preparedRow } from '@site/platform/database';
import { shownPictureJson } from '@site/platform/pictures';
import { decodeCursor } from '@site/platform/keyset';
import { isId } from '@site/platform/ids';
import { invalid, notFound } from '@site/proto/grpc';
import type {
  ListPublicSponsorsResponse,
  ListSponsorsRequest,
  ListSponsorsResponse,
} from '@site/proto/gen/nest/submissions/v1/sponsors';
import type { DataSource, EntityManager } from 'typeorm';
import { pageLimit, toFittingPage } from '../lists.js';
import { SponsorDisplay } from './sponsor-display.entity.js';
import { Sponsor, publicSponsor, sponsorMessage, type ShownSponsor } from './sponsor.entity.js';

/** More than any page shows; keeps an answer within the size of a gRPC message whatever happens. */
const mostSponsors = 300;

/** Two columns of a SELECT: `sponsors`, the approved ones in the order of their approval, and the chosen `view`. */
export const publicSponsorsColumns = `
  (SELECT coalesce(json_agg(shown), '[]') FROM (
    SELECT sponsor.id, sponsor.company_name AS "companyName", sponsor.url, sponsor.phone_number AS "phoneNumber",
      sponsor.is_top AS "isTop", CASE WHEN logo.id IS NOT NULL THEN ${shownPictureJson('logo')} END AS logo
    FROM sponsors sponsor LEFT JOIN pictures logo ON logo.id = sponsor.logo_id
    WHERE sponsor.status = 'approved' AND sponsor.deleted_at IS NULL
    ORDER BY sponsor.decided_at, sponsor.id LIMIT ${mostSponsors}
  ) shown) AS sponsors,
  (SELECT view FROM sponsor_display) AS view`;

export interface PublicSponsorsRow {
  sponsors: ShownSponsor[];
  view: string;
}

/** The public sponsors and who of them is in the hero: whom an admin chose, or else the first one. */
export function publicSponsorsMessage({ sponsors, view }: PublicSponsorsRow): ListPublicSponsorsResponse {
  const top = sponsors.find((sponsor) => sponsor.isTop) ?? sponsors[0];
  return { sponsors: sponsors.map(publicSponsor), topSponsor: top && publicSponsor(top), sponsorView: view };
}

const publicSponsorsStatement = { name: 'sponsors', text: `SELECT ${publicSponsorsColumns}` };

/** Approved sponsors with the chosen style, in one statement. */
export async function publicSponsors(dataSource: DataSource): Promise<ListPublicSponsorsResponse> {
  return publicSponsorsMessage(await preparedRow<PublicSponsorsRow>(dataSource, publicSponsorsStatement));
}

/** The order of each list and the way through it. */
const lists = {
  approved: { by: 'decidedAt', direction: 'ASC', beyond: '>' },
  pending: { by: 'createdAt', direction: 'DESC', beyond: '<' },
} as const;

const isListed = (state: string): state is keyof typeof lists => Object.hasOwn(lists, state);

/** A page of the approved sponsors as they are shown, or of those that wait, newest first; with the chosen style. */
export async function listSponsors(
  manager: EntityManager,
  request: ListSponsorsRequest,
): Promise<ListSponsorsResponse> {
  const { state } = request;
  const limit = pageLimit(request.limit);
  const after = decodeCursor(request.cursor);
  if (!isListed(state)) {
    const message = 'state must be approved or pending';
    throw invalid(message, [{ field: 'state', message }]);
  }
  const { by, direction, beyond } = lists[state];
  const list = manager
    .createQueryBuilder(Sponsor, 'sponsor')
    .leftJoinAndSelect('sponsor.logo', 'logo')
    .where('sponsor.status = :state AND sponsor.deletedAt IS NULL', { state })
    .orderBy(`sponsor.${by}`, direction)
    .addOrderBy('sponsor.id', direction);
  if (after) {
    list.andWhere(`(sponsor.${by}, sponsor.id) ${beyond} (CAST(:at AS timestamptz), CAST(:id AS uuid))`, { ...after });
  }
  const [rows, display] = await Promise.all([
    list.limit(limit + 1).getMany(),
    manager.findOneByOrFail(SponsorDisplay, { id: 1 }),
  ]);
  const position = (sponsor: Sponsor) => ({ at: sponsor[by] ?? '', id: sponsor.id });
  const { page, nextCursor } = toFittingPage(rows, limit, position, sponsorMessage);
  return { sponsors: page, nextCursor, sponsorView: display.view };
}

/** The sponsor with its logo, whatever its state. @throws NOT_FOUND */
export async function findSponsor(manager: EntityManager, id: string): Promise<Sponsor> {
  const sponsor = isId(id) ? await manager.findOne(Sponsor, { where: { id }, relations: { logo: true } }) : null;
  if (!sponsor) throw unknownSponsor();
  return sponsor;
}

export const unknownSponsor = () => notFound('This sponsor does not exist.');
