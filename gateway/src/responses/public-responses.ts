/**
 * Precomputed public responses, rebuilt on change notices and periodically. While a service is down its last good data
 * stays; /main/home always responds.
 */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { firstPageOf, listPageSize } from '@site/domain/public-pages';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { StormBanner } from '@site/proto/content/v1/storm-mode.responses';
import type { ListPostsResponse, Post } from '@site/proto/gen/nest/content/v1/posts';
import type { ListPublicSnapshotsResponse, PublicSnapshot } from '@site/proto/gen/nest/submissions/v1/snapshots';
import { Changes, type Change } from '../edge/clients/changes.js';
import { Clients } from '../edge/clients/clients.js';
import { CONFIG, type Config } from '../config.js';
import { success } from '../edge/envelope.js';
import { busy } from '../edge/http-errors.js';
import { coalesced } from './coalesced.js';
import { alertsRefreshIntervalMs, CurrentAlerts } from './current-alerts.js';
import { prepare, type Prepared } from './prepared-response.js';
import { Section } from './response-section.js';
import { toFaqJson, toHomeJson, toMemberJson, toPostJson, toSnapshotJson } from './content-json.js';
import { BannerEnd, toActiveBanner } from './storm-banner.js';
import { alertsBody, pagePollSecondsOf } from './weather-responses.js';

/** Entries on a list's first page; further pages are fetched individually. */
export const firstPageSize = 100;

/** The shorter first pages that the site's own lists request. */
const postsPage = firstPageOf('/main/post');
const snapshotsPage = firstPageOf('/main/snapshots');

const buildCacheHeaders = (freshSeconds: number, staleSeconds: number) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': `public, max-age=0, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`,
});
/** Edits appear within two seconds: caches keep a response for one, then may serve it while they revalidate. */
export const contentHeaders = buildCacheHeaders(1, 2);
export const weatherHeaders = buildCacheHeaders(5, 5);
/** For data that providers are polled for every few minutes. */
export const stormHeaders = buildCacheHeaders(15, 15);

const contentRefreshIntervalMs = 30_000;

type ResponsePath =
  | '/main/home'
  | '/main/teams'
  | '/main/faqs'
  | '/main/keys'
  | '/main/post'
  | '/main/snapshots'
  | typeof postsPage
  | typeof snapshotsPage
  | '/main/weather/alerts';

const postsBody = (list: ListPostsResponse | undefined) =>
  list && success('Posts', list.posts.map(toPostJson), { next_cursor: list.nextCursor ?? null });

const snapshotsBody = (list: ListPublicSnapshotsResponse | undefined) =>
  list && success('Snapshots', list.snapshots.map(toSnapshotJson), { next_cursor: list.nextCursor ?? null });

interface CachedResponse {
  prepared?: Prepared;
  rebuild: () => Promise<void>;
}

@Injectable()
export class PublicResponses implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly content;
  private readonly posts;
  private readonly newestPosts;
  private readonly submissions;
  private readonly snapshots;
  private readonly newestSnapshots;
  private readonly responses = new Map<string, CachedResponse>();
  private firstAttempts: Promise<void> | undefined;
  private tried = false;
  private atNextTurn: NodeJS.Timeout | undefined;
  private readonly bannerEnd = new BannerEnd(() => void this.rebuild('/main/home'));

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(Changes) changes: Changes,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const section = <Value>(name: string, load: () => Promise<Value>, ...paths: ResponsePath[]) =>
      new Section({
        name,
        refreshIntervalMs: contentRefreshIntervalMs,
        load,
        logger,
        onAttempt: () => this.rebuild(...paths),
      });
    const page = { limit: firstPageSize };
    const newest = { limit: listPageSize };
    const ofContent = ['/main/home', '/main/teams', '/main/faqs'] as const;
    this.content = section('content', () => clients.contentHome.getHomeContent({}), ...ofContent);
    this.posts = section('posts', () => clients.posts.listPosts(page), '/main/post');
    this.newestPosts = section('newest posts', () => clients.posts.listPosts(newest), postsPage);
    this.submissions = section('submissions', () => clients.submissionsHome.getHomeSubmissions({}), '/main/home');
    this.snapshots = section('snapshots', () => clients.snapshots.listPublicSnapshots(page), '/main/snapshots');
    this.newestSnapshots = section(
      'newest snapshots',
      () => clients.snapshots.listPublicSnapshots(newest),
      snapshotsPage,
    );
    alerts.onAttempt = () => this.rebuild('/main/weather/alerts');

    /** Each builds a complete body, or undefined if there is no data. */
    const bodies: Record<ResponsePath, () => object | undefined> = {
      '/main/home': () => {
        this.bannerEnd.await(this.content.value?.stormBanner);
        return success('Home data', toHomeJson(this.content.value, this.submissions.value, config), {
          meta: {
            sections: { content: this.content.state, submissions: this.submissions.state },
            pollSeconds: pagePollSecondsOf(alerts.isHot()),
          },
        });
      },
      '/main/teams': () => this.content.value && success('Team members', this.content.value.team.map(toMemberJson)),
      '/main/faqs': () =>
        this.content.value && success('Frequently asked questions', this.content.value.faqs.map(toFaqJson)),
      '/main/keys': () => success('Keys', { weather_Key: '', map_Key: config.MAPBOX_TOKEN }),
      '/main/post': () => postsBody(this.posts.value),
      [postsPage]: () => postsBody(this.newestPosts.value),
      '/main/snapshots': () => snapshotsBody(this.snapshots.value),
      [snapshotsPage]: () => snapshotsBody(this.newestSnapshots.value),
      '/main/weather/alerts': () => {
        this.rebuildAtNextTurn();
        const data = alerts.data();
        return data && alertsBody(data);
      },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const headers = path.startsWith('/main/weather/') ? weatherHeaders : contentHeaders;
      const build = async () => {
        const payload = body();
        if (payload)
          cachedResponse.prepared = await prepare(JSON.stringify(payload), headers, {
            before: cachedResponse.prepared,
          });
      };
      const cachedResponse: CachedResponse = { rebuild: coalesced(build) };
      this.responses.set(path, cachedResponse);
    }
    changes.notices.subscribe((change) => this.onChange(change));
    // The polling interval in /main/home depends on the alerts.
    alerts.changed.subscribe(() => void this.rebuild('/main/home'));
  }

  /** Responses change when an alert begins or ends, even if the weather proxy is down. */
  private rebuildAtNextTurn(): void {
    clearTimeout(this.atNextTurn);
    const inMs = this.alerts.nextTurnInMs();
    if (inMs === undefined || inMs > alertsRefreshIntervalMs * 2) return;
    this.atNextTurn = setTimeout(() => void this.rebuild('/main/weather/alerts'), Math.ceil(inMs));
    this.atNextTurn.unref();
  }

  onApplicationBootstrap(): void {
    const sections = [...this.sectionsOf.content, ...this.sectionsOf.submissions, this.alerts];
    this.firstAttempts = Promise.all([this.rebuild('/main/keys'), ...sections.map((each) => each.refresh())]).then(
      () => {
        this.tried = true;
      },
    );
  }

  private get sectionsOf() {
    return {
      content: [this.content, this.posts, this.newestPosts],
      submissions: [this.submissions, this.snapshots, this.newestSnapshots],
    };
  }

  /** Refreshes all sections of the service: one refresh too many costs less than a forgotten topic. */
  private onChange({ service }: Change): void {
    // `CurrentAlerts` subscribes on its own.
    if (service === 'content' || service === 'submissions')
      for (const section of this.sectionsOf[service]) section.changed();
  }

  private async rebuild(...paths: ResponsePath[]): Promise<void> {
    await Promise.all(paths.map(async (path) => this.responses.get(path)?.rebuild()));
  }

  /** Returns a path's response; undefined until its first build. */
  ready(path: string): Prepared | undefined {
    // Before the first attempts, /main/home would report every section as missing.
    if (!this.tried && path === '/main/home') return undefined;
    return this.responses.get(path)?.prepared;
  }

  /** Returns the response for a path after the first attempts. Rejects with 503 if its service has never responded. */
  async wait(path: ResponsePath): Promise<Prepared> {
    await this.firstAttempts;
    const prepared = this.ready(path);
    if (!prepared) throw busy();
    return prepared;
  }

  /** From then on /main/home responds without waiting. */
  get haveBeenTried(): boolean {
    return this.tried;
  }

  get alertsVersion(): number {
    return this.alerts.announcedVersion;
  }

  get stormBanner(): StormBanner | null {
    return toActiveBanner(this.content.value?.stormBanner);
  }

  get listedPosts(): readonly Post[] {
    return this.posts.value?.posts ?? [];
  }

  get listedSnapshots(): readonly PublicSnapshot[] {
    return this.snapshots.value?.snapshots ?? [];
  }

  /** @param name an id or a slug */
  findPost = (name: string) => this.listedPosts.find(({ id, slug }) => id === name || (slug !== '' && slug === name));
  findSnapshot = (id: string) => this.listedSnapshots.find((snapshot) => snapshot.id === id);

  onModuleDestroy(): void {
    clearTimeout(this.atNextTurn);
    this.bannerEnd.stop();
    for (const section of Object.values(this.sectionsOf).flat()) section.stop();
  }
}
