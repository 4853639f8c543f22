import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { Changes, type Change } from '../edge/clients/changes.js';
import { Clients } from '../edge/clients/clients.js';
import { CONFIG, type Config } from '../config.js';
import { success } from '../edge/envelope.js';
import { busy } from '../edge/failures.js';
import { coalesced } from './coalesced.js';
import { alertsKeepMs, CurrentAlerts } from './current-alerts.js';
import { digestOf, prepare, type Prepared } from './prepared.js';
import { Section } from './section.js';
import { faqData, homeData, memberData, postData, snapshotData } from './shapes.js';

/**
 * The answers that everybody reads, ready to send: a request is a look-up. They are made anew when a service says that
 * something changed, or after a while. While a service is down its last good share stays; /main/home always answers.
 */

/** The content of a lists' first page; further pages are asked for one by one. */
export const firstPageSize = 100;

/** Shared caches keep an answer for a second and renew it in the background for two more (decisions 0003, caching). */
export const contentHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=2',
} as const;
export const weatherHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=5',
} as const;

const contentKeepMs = 30_000;

export type AnswerPath =
  | '/main/home'
  | '/main/teams'
  | '/main/faqs'
  | '/main/keys'
  | '/main/post'
  | '/main/snapshots'
  | '/main/weather/alerts';

interface Answer {
  /** The whole body, or undefined while there is nothing to say. */
  body: () => object | undefined;
  headers: Readonly<Record<string, string>>;
  prepared?: Prepared;
  rebuild: () => Promise<void>;
}

@Injectable()
export class PublicAnswers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly content;
  private readonly posts;
  private readonly submissions;
  private readonly snapshots;
  private readonly answers = new Map<string, Answer>();
  /** Settles once every section has been tried for the first time. */
  private firstAttempts: Promise<void> | undefined;
  private tried = false;
  private atNextTurn: NodeJS.Timeout | undefined;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(Changes) changes: Changes,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const section = <Value>(name: string, keepMs: number, load: () => Promise<Value>, paths: AnswerPath[]) =>
      new Section({ name, keepMs, load, logger, onAttempt: () => this.rebuild(paths) });
    this.content = section('content', contentKeepMs, () => clients.contentHome.getHomeContent({}), [
      '/main/home',
      '/main/teams',
      '/main/faqs',
    ]);
    this.posts = section('posts', contentKeepMs, () => clients.posts.listPosts({ limit: firstPageSize }), [
      '/main/post',
    ]);
    this.submissions = section('submissions', contentKeepMs, () => clients.submissionsHome.getHomeSubmissions({}), [
      '/main/home',
    ]);
    this.snapshots = section(
      'snapshots',
      contentKeepMs,
      () => clients.snapshots.listPublicSnapshots({ limit: firstPageSize }),
      ['/main/snapshots'],
    );
    alerts.onAttempt = () => this.rebuild(['/main/weather/alerts']);

    this.define('/main/home', contentHeaders, () =>
      success('Home data', homeData(this.content.value, this.submissions.value, config), {
        meta: { sections: { content: this.content.state, submissions: this.submissions.state } },
      }),
    );
    this.define(
      '/main/teams',
      contentHeaders,
      () => this.content.value && success('Team members', this.content.value.team.map(memberData)),
    );
    this.define(
      '/main/faqs',
      contentHeaders,
      () => this.content.value && success('Frequently asked questions', this.content.value.faqs.map(faqData)),
    );
    this.define('/main/keys', contentHeaders, () => success('Keys', { weather_Key: '', map_Key: config.MAPBOX_TOKEN }));
    this.define('/main/post', contentHeaders, () => {
      const page = this.posts.value;
      return page && success('Posts', page.posts.map(postData), { next_cursor: page.nextCursor ?? null });
    });
    this.define('/main/snapshots', contentHeaders, () => {
      const page = this.snapshots.value;
      return page && success('Snapshots', page.snapshots.map(snapshotData), { next_cursor: page.nextCursor ?? null });
    });
    this.define('/main/weather/alerts', weatherHeaders, () => {
      this.rebuildAtNextTurn();
      const data = alerts.data();
      return data && success('Active alerts', data);
    });

    changes.notices.subscribe((change) => this.onChange(change));
  }

  /** What is said of an alert changes when it begins or ends, not with the next look at the weather proxy, which may be away. */
  private rebuildAtNextTurn(): void {
    clearTimeout(this.atNextTurn);
    const inMs = this.alerts.nextTurnInMs();
    if (inMs === undefined || inMs > alertsKeepMs * 2) return;
    this.atNextTurn = setTimeout(() => void this.rebuild(['/main/weather/alerts']), Math.ceil(inMs));
    this.atNextTurn.unref();
  }

  private define(path: AnswerPath, headers: Readonly<Record<string, string>>, body: Answer['body']): void {
    const answer: Answer = { body, headers, rebuild: coalesced(() => this.build(answer)) };
    this.answers.set(path, answer);
  }

  onApplicationBootstrap(): void {
    const sections = [this.content, this.submissions, this.posts, this.snapshots, this.alerts];
    this.firstAttempts = Promise.all([
      this.rebuild(['/main/keys']),
      ...sections.map((section) => section.refresh()),
    ]).then(() => {
      this.tried = true;
    });
  }

  /** A notice concerns all sections of its service: asking once too often costs less than a forgotten topic. */
  private onChange({ service }: Change): void {
    const sections = {
      content: [this.content, this.posts],
      submissions: [this.submissions, this.snapshots],
      // Alerts are looked after where they are kept (`CurrentAlerts`).
      weather: [],
      auth: [],
    };
    for (const section of sections[service]) section.changed();
  }

  private async rebuild(paths: AnswerPath[]): Promise<void> {
    await Promise.all(paths.map(async (path) => this.answers.get(path)?.rebuild()));
  }

  private async build(answer: Answer): Promise<void> {
    const body = answer.body();
    if (!body) return;
    const text = JSON.stringify(body);
    if (answer.prepared?.digest === digestOf(text)) return;
    answer.prepared = await prepare(text, answer.headers);
  }

  /** The answer that is ready for a path, without waiting. */
  ready(path: string): Prepared | undefined {
    // Before the first attempts /main/home would say that everything is missing.
    if (!this.tried && path === '/main/home') return undefined;
    return this.answers.get(path)?.prepared;
  }

  /** The answer for a path, waiting for the first attempt; fails with 503 while its service never answered. */
  async wait(path: AnswerPath): Promise<Prepared> {
    await this.firstAttempts;
    const prepared = this.ready(path);
    if (!prepared) throw busy();
    return prepared;
  }

  /** Whether every section has been tried: from then on /main/home answers at once. */
  get haveBeenTried(): boolean {
    return this.tried;
  }

  /** A post of the first page, for documents. */
  findPost = (id: string) => this.posts.value?.posts.find((post) => post.id === id);
  /** An approved photo of the first page, for documents. */
  findSnapshot = (id: string) => this.snapshots.value?.snapshots.find((snapshot) => snapshot.id === id);

  onModuleDestroy(): void {
    clearTimeout(this.atNextTurn);
    for (const section of [this.content, this.submissions, this.posts, this.snapshots]) section.stop();
    this.logger.debug('public answers are no longer renewed');
  }
}
