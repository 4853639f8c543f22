/** The latest posts of the site's Facebook page, over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import {
  SocialServiceControllerMethods,
  type ListPostsResponse,
  type SocialPost,
  type SocialServiceController,
} from '@site/proto/gen/nest/weather/v1/social';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { removeOlderThan } from '../cache/last-good.js';
import { Polling, type Polled } from '../cache/polled.js';
import type { GraphClient } from './graph.js';
import { identityOf, type StoredImages, type PageImages } from './page-images.js';

export interface SocialPage {
  graph: GraphClient;
  pictures: PageImages;
  pageId: string;
}

/** Null when no page is configured. */
export const SOCIAL_PAGE = Symbol('social page');

/** An old list remains useful. */
const oldestMs = 7 * 24 * 3_600_000;
const sweepIntervalMs = 24 * 3_600_000;

/** Changes need a new number in `keyOf`. */
interface StoredPosts {
  posts: SocialPost[];
  pictures: StoredImages;
  isMissingImages?: boolean;
}

const keyOf = (pageId: string) => `social/1/${pageId}`;

/**
 * The page's latest posts, polled in the background. Tokens expire and API versions are retired, so the last good posts
 * are kept for days.
 */
@Controller()
@SocialServiceControllerMethods()
export class SocialController implements SocialServiceController {
  private readonly polled: Polled<StoredPosts> | undefined;
  private sweptAt = -Infinity;

  constructor(
    @Inject(SOCIAL_PAGE) page: SocialPage | null,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Polling) polling: Polling,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    if (!page) return;
    this.polled = polling.open<StoredPosts>({
      key: keyOf(page.pageId),
      topic: 'social',
      intervalMs: config.SOCIAL_POLL_SECONDS * 1_000,
      maxAgeMs: oldestMs,
      load: (previous) => this.load(page, previous),
      isIncomplete: ({ isMissingImages }) => isMissingImages === true,
      // An expired or revoked token gets a 400, with a text that may contain parts of it and is not read.
      failureMessage:
        'the page’s posts could not be fetched; status 400 or 401 means that FACEBOOK_PAGE_ACCESS_TOKEN has expired',
    });
  }

  listPosts(): ListPostsResponse {
    const state = this.polled?.state;
    if (!state?.value) return { posts: [], ok: false, stale: false, reason: state ? 'failed' : 'not configured' };
    const { value, fetchedAt, isStale } = state;
    return { posts: value.posts, ok: true, fetchedAt: new Date(fetchedAt).toISOString(), stale: isStale, reason: '' };
  }

  private async load({ graph, pictures }: SocialPage, previous: StoredPosts | undefined): Promise<StoredPosts> {
    const [page, posts] = await Promise.all([graph.page(), graph.posts()]);
    const addresses = [page.picture, ...posts.map(({ picture }) => picture)].filter((each) => each !== undefined);
    const brought = await pictures.bring(addresses, previous?.pictures ?? {});
    const findImage = (address: string | undefined) =>
      address !== undefined && URL.canParse(address) ? brought[identityOf(address)] : undefined;
    const pageImage = findImage(page.picture);
    await this.sweep(pictures, brought);
    return {
      posts: posts.map(({ picture, ...post }) => ({
        ...post,
        pageName: page.name,
        pagePicture: pageImage,
        image: findImage(picture),
      })),
      pictures: brought,
      isMissingImages: !addresses.every(findImage),
    };
  }

  private async sweep(images: PageImages, usedImages: StoredImages): Promise<void> {
    const now = this.clock.now();
    const elapsed = this.clock.elapsed();
    if (elapsed - this.sweptAt < sweepIntervalMs) return;
    this.sweptAt = elapsed;
    await images.sweep(usedImages, now);
    await removeOlderThan(this.dataSource.manager, 'social/', new Date(now - oldestMs)).catch(() => undefined);
  }
}
