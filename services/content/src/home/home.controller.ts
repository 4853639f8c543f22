import { Controller, Inject } from '@nestjs/common';
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
import { fittingPosts } from '../posts/page-weight.js';

/** Decisions, part D: the home page holds at most 20 posts. */
const homePosts = 20;

/** A row's JSON null stands for an absent field. */
type Row = Omit<GetHomeContentResponse, 'header' | 'logo'> & {
  [Part in 'header' | 'logo']: GetHomeContentResponse[Part] | null;
};

/** The sub-selects keep the order of their rows; json_agg of none is null. */
const list = (message: string, from: string, order: string, limit = '') => `
  coalesce((SELECT json_agg(part.message) FROM (SELECT ${message} AS message FROM ${from} ORDER BY ${order} ${limit}) part), '[]')`;

const homeStatement = `SELECT
  ${list(postMessage, livePosts, newestPostsFirst, `LIMIT ${homePosts}`)} AS posts,
  ${list(teamMemberMessage, liveTeam, oldestMembersFirst)} AS team,
  ${list(faqMessage, liveFaqs, oldestFaqsFirst)} AS faqs,
  (SELECT ${headerMessage} FROM ${liveHeader}) AS header,
  (SELECT ${logoMessage} FROM ${liveLogo}) AS logo`;

@Controller()
@HomeServiceControllerMethods()
export class HomeController implements HomeServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** One statement, so one snapshot of the database: the parts always belong together. */
  async getHomeContent(): Promise<GetHomeContentResponse> {
    const [row] = await this.dataSource.query<Row[]>(homeStatement);
    if (!row) throw new Error('a SELECT without FROM gave no row');
    const { posts, team, faqs, header, logo } = row;
    return {
      posts: posts.slice(0, fittingPosts(posts, homePosts)),
      team,
      faqs,
      header: header ?? undefined,
      logo: logo ?? undefined,
    };
  }
}
