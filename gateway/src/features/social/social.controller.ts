import { Inject, Req, Res } from '@nestjs/common';
import { socialPostsResponse } from '@site/proto/weather/v1/social.responses';
import type { Request, Response } from 'express';
import { Describe } from '../../edge/api/api-docs.js';
import { sendFailure } from '../../edge/error.filter.js';
import { sendPrepared } from '../../responses/prepared-response.js';
import { SocialPosts } from '../../responses/social-posts.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

/** The message that the specification shows beside its example posts (section 8). */
const noPosts = 'Failed to load Facebook posts. Showing fallback content.';
/** A missing configuration won't be fixed within moments; a failing page is retried within minutes. */
const retryAfterSeconds = { 'not configured': 600, failed: 60 } as const;

/** The latest posts of the social network page. While the weather proxy is down, the last good ones, marked stale. */
@PublicController('main/social/posts', 'social')
@RateLimit('weather')
export class SocialController {
  constructor(@Inject(SocialPosts) private readonly social: SocialPosts) {}

  @CachedGet()
  @Describe(
    'The latest ten posts of the page, newest first; stale=true if they couldn’t be refreshed recently. 503 without any posts.',
    socialPostsResponse,
    [429, 503],
  )
  async posts(@Req() request: Request, @Res() response: Response): Promise<void> {
    const prepared = await this.social.cache.wait();
    if (!prepared) {
      const configured = this.social.cache.value?.reason !== 'not configured';
      // Not thrown: an installation without a page is valid, and every visit would be logged as a failure.
      const retryAfter = retryAfterSeconds[configured ? 'failed' : 'not configured'];
      return sendFailure(response, { status: 503, message: noPosts, retryAfterSeconds: retryAfter });
    }
    sendPrepared(request, response, prepared);
  }
}
