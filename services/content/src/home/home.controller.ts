/** The content service's section of the public home page, within the size of a gRPC message. */
import { Controller, Inject } from '@nestjs/common';
import { preparedRow } from '@site/platform/data/database';
import { orderSql } from '@site/platform/data/keyset';
import { fitting } from '@site/platform/data/lists';
import {
  HomeServiceControllerMethods,
  type GetHomeContentResponse,
  type HomeServiceController,
} from '@site/proto/gen/nest/content/v1/home';
import { DataSource } from 'typeorm';
import { faqKind } from '../features/faqs.feature.js';
import type { ContentKind } from '../kinds/content-kind.js';
import { postKind, withExcerpt } from '../posts/posts.feature.js';
import { headerKind, logoKind } from '../features/site.feature.js';
import { teamKind } from '../features/team.feature.js';
import { publicBannerSql } from '../storm-mode/storm-mode.feature.js';

/** The blog has all posts. */
const homePosts = 20;
/** More than any site has; beyond that, the newest are left out. */
const maxListed = 100;
/** Parts of the 1 MiB of a gRPC message; header and logo get the rest. */
const budgetBytes = { posts: 400 * 1024, faqs: 320 * 1024, team: 256 * 1024 };

/** JSON null in a row is an absent field. */
type Row = Omit<GetHomeContentResponse, Optional> & { [Part in Optional]: GetHomeContentResponse[Part] | null };
type Optional = 'header' | 'logo' | 'stormBanner';

/** json_agg keeps the subselect's order, and returns null for no rows. */
const list = ({ message, live, order }: ContentKind, limit: number) => `
  coalesce((SELECT json_agg(part.message) FROM
    (SELECT ${message} AS message FROM ${live} ORDER BY ${orderSql(order)} LIMIT ${limit}) part), '[]')`;

const homeStatement = {
  name: 'home',
  text: `SELECT
  ${list(postKind, homePosts)} AS posts,
  ${list(teamKind, maxListed)} AS team,
  ${list(faqKind, maxListed)} AS faqs,
  (SELECT ${headerKind.message} FROM ${headerKind.live}) AS header,
  (SELECT ${logoKind.message} FROM ${logoKind.live}) AS logo,
  ${publicBannerSql} AS "stormBanner"`,
};

@Controller()
@HomeServiceControllerMethods()
export class HomeController implements HomeServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Uses one statement, so that all parts come from the same snapshot. */
  async getHomeContent() {
    const { posts, team, faqs, header, logo, stormBanner } = await preparedRow<Row>(this.dataSource, homeStatement);
    return {
      posts: posts.slice(0, fitting(posts, budgetBytes.posts)).map(withExcerpt),
      team: team.slice(0, fitting(team, budgetBytes.team)),
      faqs: faqs.slice(0, fitting(faqs, budgetBytes.faqs)),
      header: header ?? undefined,
      logo: logo ?? undefined,
      stormBanner: stormBanner ?? undefined,
    };
  }
}
