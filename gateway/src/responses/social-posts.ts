import { Inject, Injectable } from '@nestjs/common';
import type { ListPostsResponse, SocialPost, SocialServiceClient } from '@site/proto/gen/nest/weather/v1/social';
import { socialPostResponse, type SocialPosts as Posts } from '@site/proto/weather/v1/social.responses';
import { Clients } from '../edge/clients/clients.js';
import { toResponse } from './response-from.js';
import { fallbackUrl } from './image-json.js';
import { contentHeaders } from './public-responses.js';
import { RefreshAheadCaches, type Freshness, type RefreshAheadCache } from './refresh-ahead-cache.js';

/** The age at which posts are too old to show, as in the weather proxy. */
const oldestMs = 7 * 24 * 60 * 60_000;

const postData = (post: SocialPost) =>
  toResponse(socialPostResponse, post, { pagePicture: fallbackUrl(post.pagePicture), image: fallbackUrl(post.image) });

function postsData(
  { ok, fetchedAt, stale, posts }: ListPostsResponse,
  { isUnreachable, now }: Freshness,
): Posts | undefined {
  if (!ok || !fetchedAt || !(now - Date.parse(fetchedAt) < oldestMs)) return undefined;
  return { ok, updatedAt: fetchedAt, stale: stale || isUnreachable, posts: posts.map(postData) };
}

/** The latest posts of the social network page, for the API and the home page. */
@Injectable()
export class SocialPosts {
  readonly cache: RefreshAheadCache<ListPostsResponse, Posts>;

  constructor(@Inject(Clients) clients: Clients, @Inject(RefreshAheadCaches) caches: RefreshAheadCaches) {
    this.cache = caches.of({
      name: 'social',
      topic: 'social',
      action: 'Social posts',
      headers: contentHeaders,
      load: () => clients.of<SocialServiceClient>('weather', 'SocialService').listPosts({}),
      toData: postsData,
    });
  }
}
