import { Controller, Get, Inject, Req, Res, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LOGGER, type Logger } from '@site/platform/tokens';
import type { ListPostsResponse, SocialPost } from '@site/proto/gen/nest/weather/v1/social';
import type { Request, Response } from 'express';
import type { Subscription } from 'rxjs';
import { Changes } from '../../edge/clients/changes.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { sendFailure } from '../../edge/error.filter.js';
import { fallbackUrl } from '../../answers/pictures.js';
import { prepare, sendPrepared, type Prepared } from '../../answers/prepared.js';
import { contentHeaders } from '../../answers/public-answers.js';
import { Section } from '../../answers/section.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { Public } from '../../edge/session.guard.js';
import { Describe } from '../../edge/api/api-docs.js';

/** Without any notice of a change the posts are asked for as often; that costs a look into memory. */
const keepMs = 10_000;
/** After this long without the weather proxy the posts kept here are too old to be shown, as they would be there. */
const oldestMs = 7 * 24 * 60 * 60_000;
/** The words that the specification has the page show beside its own examples (section 8). */
const noPosts = 'Failed to load Facebook posts. Showing fallback content.';
/** A page that is not configured will not be in a moment; one that fails is tried again within minutes. */
const retryAfterSeconds = { 'not configured': 600, failed: 60 } as const;

const text = { type: 'string' };
const count = { type: 'integer' };
const schema = {
  type: 'object',
  properties: {
    ok: { type: 'boolean', enum: [true] },
    updatedAt: text,
    stale: { type: 'boolean' },
    posts: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        properties: {
          pageName: text,
          pagePicture: { ...text, nullable: true },
          image: { ...text, nullable: true },
          message: text,
          created_time: text,
          url: text,
          likesCount: count,
          commentsCount: count,
          sharesCount: count,
        },
      },
    },
  },
};

/** The names are the specification's (section 3), spellings included. */
const postData = (post: SocialPost) => ({
  pageName: post.pageName,
  pagePicture: fallbackUrl(post.pagePicture),
  image: fallbackUrl(post.image),
  message: post.message,
  created_time: post.createdTime,
  url: post.url,
  likesCount: post.likesCount,
  commentsCount: post.commentsCount,
  sharesCount: post.sharesCount,
});

/**
 * The latest posts of the page in the social network, ready to send. While the weather proxy is down the last good ones stay,
 * marked stale.
 */
@ApiTags('social')
@Public()
@RateLimit('weather')
@Controller('main/social/posts')
export class SocialController implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly section: Section<ListPostsResponse>;
  private prepared: Prepared | undefined;
  private firstAttempt: Promise<void> | undefined;
  private notices: Subscription | undefined;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(LOGGER) logger: Logger,
  ) {
    const load = () => clients.social.listPosts({});
    this.section = new Section({ name: 'social', load, keepMs, onAttempt: () => this.build(), logger });
  }

  onApplicationBootstrap(): void {
    this.notices = this.changes.notices.subscribe(({ service, topic }) => {
      if (service === 'weather' && (topic === 'social' || topic === '*')) this.section.changed();
    });
    this.firstAttempt = this.section.refresh();
  }

  onModuleDestroy(): void {
    this.notices?.unsubscribe();
    this.section.stop();
  }

  @Get()
  @Describe(
    'The latest ten posts of the page, newest first; stale=true when they could not be renewed lately. Without any posts 503.',
    schema,
    [429, 503],
  )
  async posts(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.firstAttempt;
    if (!this.prepared) {
      const configured = this.section.value?.reason !== 'not configured';
      // Not thrown: an installation without a page is in order, and every visit would be logged as a failure.
      const retryAfter = retryAfterSeconds[configured ? 'failed' : 'not configured'];
      return sendFailure(response, { status: 503, message: noPosts, retryAfterSeconds: retryAfter });
    }
    sendPrepared(request, response, this.prepared);
  }

  private async build(): Promise<void> {
    const { value, state } = this.section;
    const { ok, fetchedAt } = value ?? {};
    const isShown = value && ok && fetchedAt && Date.now() - Date.parse(fetchedAt) < oldestMs;
    const data = isShown && {
      ok,
      updatedAt: fetchedAt,
      stale: value.stale || state !== 'fresh',
      posts: value.posts.map(postData),
    };
    this.prepared = data ? await prepare(JSON.stringify(success('Social posts', data)), contentHeaders) : undefined;
  }
}
