import { Controller, Get, Inject, Req, Res, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { ListPostsResponse, SocialPost, SocialServiceClient } from '@site/proto/gen/nest/weather/v1/social';
import { socialPostAnswer, socialPostsAnswer } from '@site/proto/weather/v1/social.answers';
import type { Request, Response } from 'express';
import type { Subscription } from 'rxjs';
import { Describe } from '../../edge/api/api-docs.js';
import { Changes } from '../../edge/clients/changes.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { sendFailure } from '../../edge/error.filter.js';
import { answerFrom } from '../../answers/answer-from.js';
import { fallbackUrl } from '../../answers/pictures.js';
import { prepare, sendPrepared, type Prepared } from '../../answers/prepared.js';
import { contentHeaders } from '../../answers/public-answers.js';
import { Section } from '../../answers/section.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { Public } from '../../edge/session.guard.js';

/** How often the posts are asked for without notice of a change; it costs the weather proxy a look into its memory. */
const keepMs = 10_000;
/** After this long without the weather proxy the posts kept here are too old to be shown, as they would be there. */
const oldestMs = 7 * 24 * 60 * 60_000;
/** The words that the specification has the page show beside its own examples (section 8). */
const noPosts = 'Failed to load Facebook posts. Showing fallback content.';
/** A page that is not configured will not be in a moment; one that fails is tried again within minutes. */
const retryAfterSeconds = { 'not configured': 600, failed: 60 } as const;

const postData = (post: SocialPost) =>
  answerFrom(socialPostAnswer, post, { pagePicture: fallbackUrl(post.pagePicture), image: fallbackUrl(post.image) });

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
    const load = () => clients.of<SocialServiceClient>('weather', 'SocialService').listPosts({});
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
    socialPostsAnswer,
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
