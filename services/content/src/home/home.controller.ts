import { Controller, Inject } from '@nestjs/common';
import { preparedRow } from '@site/platform/database';
import {
  HomeServiceControllerMethods,
  type GetHomeContentResponse,
  type HomeServiceController,
} from '@site/proto/gen/nest/content/v1/home';
import { DataSource } from 'typeorm';
import {
  faqMessage,
  headerMessage,
  liveFaqs,
  liveHeader,
  liveLogo,
  livePosts,
  liveTeam,
  logoMessage,
  newestPostsFirst,
  oldestFaqsFirst,
  oldestMembersFirst,
  postMessage,
  teamMemberMessage,
} from '../messages.sql.js';
import { fitting } from '../lists.js';

/** Decisions, part D: the home page holds at most 20 posts. */
const homePosts = 20;
/** More questions and members than any page shows; the oldest stay. The dashboard's lists have all of them. */
const mostListed = 100;
/** Of the 1 MiB that one gRPC message holds; what remains is for header and logo. */
const budgetBytes = { posts: 400 * 1024, faqs: 320 * 1024, team: 256 * 1024 };

/** A row's JSON null stands for an absent field. */
type Row = Omit<GetHomeContentResponse, 'header' | 'logo'> & {
  [Part in 'header' | 'logo']: GetHomeContentResponse[Part] | null;
};

/** The sub-selects keep the order of their rows; json_agg of none is null. */
const list = (message: string, from: string, order: string, limit = '') => `
  coalesce((SELECT json_agg(part.message) FROM (SELECT ${message} AS message FROM ${from} ORDER BY ${order} ${limit}) part), '[]')`;

const homeStatement = {
  name: 'home',
  text: `SELECT
  ${list(postMessage, livePosts, newestPostsFirst, `LIMIT ${homePosts}`)} AS posts,
  ${list(teamMemberMessage, liveTeam, oldestMembersFirst, `LIMIT ${mostListed}`)} AS team,
  ${list(faqMessage, liveFaqs, oldestFaqsFirst, `LIMIT ${mostListed}`)} AS faqs,
  (SELECT ${headerMessage} FROM ${liveHeader}) AS header,
  (SELECT ${logoMessage} FROM ${liveLogo}) AS logo`,
};

@Controller()
@HomeServiceControllerMethods()
export class HomeController implements HomeServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** One statement, so one snapshot of the database: the parts always belong together. */
  async getHomeContent(): Promise<GetHomeContentResponse> {
    const { posts, team, faqs, header, logo } = await preparedRow<Row>(this.dataSource, homeStatement);
    return {
      posts: posts.slice(0, fitting(posts, homePosts, budgetBytes.posts)),
      team: team.slice(0, fitting(team, mostListed, budgetBytes.team)),
      faqs: faqs.slice(0, fitting(faqs, mostListed, budgetBytes.faqs)),
      header: header ?? undefined,
      logo: logo ?? undefined,
    };
  }
}
