import { Inject, Req, Res } from '@nestjs/common';
import type { ListPostsResponse, SocialPost, SocialServiceClient } from '@site/proto/gen/nest/weather/v1/social';
import { socialPostAnswer, socialPostsAnswer } from '@site/proto/weather/v1/social.answers';
import type { Request, Response } from 'express';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { sendFailure } from '../../edge/error.filter.js';
import { answerFrom } from '../../answers/answer-from.js';
import { fallbackUrl } from '../../answers/pictures.js';
import { sendPrepared } from '../../answers/prepared.js';
import { contentHeaders } from '../../answers/public-answers.js';
import { RefreshAheadCaches, type Freshness } from '../../answers/refresh-ahead-cache.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

/** The age at which posts are too old to show, as in the weather proxy. */
const oldestMs = 7 * 24 * 60 * 60_000;
/** The message that the specification shows beside its example posts (section 8). */
const noPosts = 'Failed to load Facebook posts. Showing fallback content.';
/** A missing configuration won't be fixed within moments; a failing page is retried within minutes. */
const retryAfterSeconds = { 'not configured': 600, failed: 60 } as const;

const postData = (post: SocialPost) =>
  answerFrom(socialPostAnswer, post, { pagePicture: fallbackUrl(post.pagePicture), image: fallbackUrl(post.image) });

function postsData({ ok, fetchedAt, stale, posts }: ListPostsResponse, { lost, now }: Freshness) {
  if (!ok || !fetchedAt || !(now - Date.parse(fetchedAt) < oldestMs)) return undefined;
  return { ok, updatedAt: fetchedAt, stale: stale || lost, posts: posts.map(postData) };
}

/** The latest posts of the social network page. While the weather proxy is down, the last good ones, marked stale. */
@PublicController('main/social/posts', 'social')
@RateLimit('weather')
export class SocialController {
  private readonly answer;

  constructor(@Inject(Clients) clients: Clients, @Inject(RefreshAheadCaches) caches: RefreshAheadCaches) {
    this.answer = caches.of({
      ...{ name: 'social', topic: 'social', action: 'Social posts', headers: contentHeaders },
      load: () => clients.of<SocialServiceClient>('weather', 'SocialService').listPosts({}),
      toData: postsData,
    });
  }

  @CachedGet()
  @Describe(
    'The latest ten posts of the page, newest first; stale=true if they couldn’t be refreshed recently. 503 without any posts.',
    socialPostsAnswer,
    [429, 503],
  )
  async posts(@Req() request: Request, @Res() response: Response): Promise<void> {
    const prepared = await this.answer.wait();
    if (!prepared) {
      const configured = this.answer.message?.reason !== 'not configured';
      // Not thrown: an installation without a page is valid, and every visit would be logged as a failure.
      const retryAfter = retryAfterSeconds[configured ? 'failed' : 'not configured'];
      return sendFailure(response, { status: 503, message: noPosts, retryAfterSeconds: retryAfter });
    }
    sendPrepared(request, response, prepared);
  }
}
