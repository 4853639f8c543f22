import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { announce } from '@site/platform/data/changes';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { ListPostsResponse, SocialPost } from '@site/proto/gen/nest/weather/v1/social';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.js';
import { CONFIG, type Config } from '../config.js';
import { readLastGood, removeOlderThan, saveLastGood } from '../kept/last-good.js';
import type { GraphClient } from './graph.js';
import { identityOf, type KnownPictures, type PagePictures } from './page-pictures.js';

/** Where the feed reads from; null when no page is configured. */
export interface SocialPage {
  graph: GraphClient;
  pictures: PagePictures;
  pageId: string;
}

/** Provides the page. */
export const SOCIAL_PAGE = Symbol('social page');

/** Posts are not weather: an old list still says who we are, for up to a week. */
const oldestMs = 7 * 24 * 3_600_000;
/** Posts older than this have missed three of the usual rounds, whatever the reason. */
const currentMs = 30 * 60_000;
/** The wait after a first failure; doubled after each further one, up to the usual interval. */
const retryMs = 60_000;
const sweepEveryMs = 24 * 3_600_000;

/** What is stored. A change of shape needs a new number in `keyOf`. */
interface Kept {
  posts: SocialPost[];
  pictures: KnownPictures;
}

const keyOf = (pageId: string) => `social/1/${pageId}`;

/**
 * The latest posts of the page, fetched in the background and answered from memory. Tokens expire, and versions of the
 * provider's API are retired: no section is less reliable, so the last good posts are kept for days.
 */
@Injectable()
export class SocialFeed implements OnModuleInit, OnModuleDestroy {
  private kept: Kept | undefined;
  private fetchedAt = 0;
  private failuresInARow = 0;
  /** Like `failuresInARow`, for answers with pictures missing. */
  private incompleteInARow = 0;
  private announced: string | undefined;
  private sweptAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  private stopped = false;

  constructor(
    @Inject(SOCIAL_PAGE) private readonly page: SocialPage | null,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.page) return;
    try {
      const known = await readLastGood<Kept>(this.dataSource, keyOf(this.page.pageId));
      if (known) [this.kept, this.fetchedAt] = [known.body, Date.parse(known.fetchedAt)];
    } catch (error) {
      this.logger.warn({ err: error }, 'the last good posts of the page could not be read');
    }
    this.polling = this.pollAndSchedule(this.page);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.polling;
  }

  /** The posts, and how far they can be relied on. */
  list(): ListPostsResponse {
    const ageMs = this.clock.now() - this.fetchedAt;
    if (!this.page || !this.kept || ageMs > oldestMs) {
      return { posts: [], ok: false, stale: false, reason: this.page ? 'failed' : 'not configured' };
    }
    return {
      posts: this.kept.posts,
      ok: true,
      fetchedAt: new Date(this.fetchedAt).toISOString(),
      stale: this.failuresInARow > 0 || ageMs > currentMs,
      reason: '',
    };
  }

  /** Asks the provider once, now. Never rejects. */
  private async poll({ graph, pictures, pageId }: SocialPage): Promise<void> {
    const askedAt = this.clock.now();
    try {
      const [page, posts] = await Promise.all([graph.page(), graph.posts()]);
      const addresses = [page.picture, ...posts.map(({ picture }) => picture)].filter((each) => each !== undefined);
      const brought = await pictures.bring(addresses, this.kept?.pictures ?? {});
      const pictureAt = (address: string | undefined) =>
        address !== undefined && URL.canParse(address) ? brought[identityOf(address)] : undefined;
      this.incompleteInARow = addresses.every(pictureAt) ? 0 : this.incompleteInARow + 1;
      const pagePicture = pictureAt(page.picture);
      this.kept = {
        posts: posts.map(({ picture, ...post }) => ({
          ...post,
          pageName: page.name,
          pagePicture,
          image: pictureAt(picture),
        })),
        pictures: brought,
      };
      this.fetchedAt = askedAt;
      if (this.failuresInARow > 0) this.logger.info({ pageId }, 'the posts of the page can be fetched again');
      this.failuresInARow = 0;
      await saveLastGood(this.dataSource.manager, keyOf(pageId), this.kept, new Date(askedAt).toISOString()).catch(
        (error: unknown) => this.logger.warn({ err: error }, 'the posts of the page could not be saved'),
      );
      await this.sweep(pictures);
    } catch (error) {
      // An expired or revoked token gets a 400; the provider's text may contain parts of it and is not read.
      if (this.failuresInARow === 0)
        this.logger.warn(
          { err: error },
          'the posts of the page could not be fetched; at status 400 or 401, FACEBOOK_PAGE_ACCESS_TOKEN has expired',
        );
      this.failuresInARow += 1;
    }
    await this.announceChange();
  }

  private async sweep(pictures: PagePictures): Promise<void> {
    const now = this.clock.now();
    if (now - this.sweptAt < sweepEveryMs) return;
    this.sweptAt = now;
    await pictures.sweep(this.kept?.pictures ?? {}, now);
    await removeOlderThan(this.dataSource.manager, 'social/', new Date(now - oldestMs)).catch(() => undefined);
  }

  /** Tells the gateways when their answer would change. */
  private async announceChange(): Promise<void> {
    const { posts, ok, stale } = this.list();
    const signature = createHash('sha256')
      .update(JSON.stringify([posts, ok, stale]))
      .digest('hex');
    if (signature === this.announced) return;
    try {
      await this.dataSource.transaction((manager) => announce(manager, 'social'));
      this.announced = signature;
    } catch (error) {
      this.logger.warn({ err: error }, 'a change of the posts could not be announced');
    }
  }

  private async pollAndSchedule(page: SocialPage): Promise<void> {
    await this.poll(page);
    if (this.stopped) return;
    const usualMs = this.config.SOCIAL_POLL_SECONDS * 1_000;
    const inARow = this.failuresInARow || this.incompleteInARow;
    const waitMs = inARow > 0 ? Math.min(usualMs, retryMs * 2 ** Math.min(inARow - 1, 10)) : usualMs;
    this.timer = setTimeout(() => {
      this.polling = this.pollAndSchedule(page);
    }, waitMs);
  }
}
