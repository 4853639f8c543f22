import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { isId } from '@site/platform/base/ids';
import { nothingAnswer } from '@site/proto/answers';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { Post as PostMessage } from '@site/proto/gen/nest/content/v1/posts';
import type { Picture } from '@site/proto/gen/nest/pictures/v1/pictures';
import type { Subscriber } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { campaignAnswer, newsletterAnswer, subscriberAnswer } from '@site/proto/submissions/v1/newsletter.answers';
import {
  campaignInput,
  subscriberFileQuery,
  subscriberListQuery,
  type CampaignInput,
  type SubscriberFileQuery,
  type SubscriberListQuery,
} from '@site/proto/submissions/v1/newsletter.schema';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { answerFrom } from '../../answers/answer-from.js';
import { campaignJson } from '../../answers/shapes.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { CONFIG, type Config } from '../../config.js';
import { sendCsv } from './csv.js';
import { summaryOf } from '../../pages/html.js';
import { success } from '../../edge/envelope.js';
import { missing } from '../../edge/failures.js';
import { SecurityLog } from '../../edge/security-log.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { Takes } from '../../edge/takes.js';
import { DescribeIdempotencyKey } from '../../uploads/api-upload.js';
import { idempotencyClaim } from '../../uploads/idempotency.js';

const subscriberJson = (subscriber: Subscriber) => answerFrom(subscriberAnswer, subscriber);

/** Mail programs know no WebP, and show no more pixels than this. */
const widestInMail = 1_280;

function mailPicture(picture: Picture | undefined): string | undefined {
  const sizes = (picture?.sizes ?? []).filter(
    ({ mediaType }) => mediaType === 'image/jpeg' || mediaType === 'image/png',
  );
  const fitting = sizes.filter(({ width }) => width <= widestInMail);
  const best = (fitting.length > 0 ? fitting : sizes).sort((one, other) => other.width - one.width)[0];
  return best && `/media/${best.key}`;
}

/** Rows asked for at once: a page of them stays well below what a gRPC message may hold. */
const fileBatch = 500;

/** The newsletter in the dashboard: what was sent to whom, and who wants it. */
@ApiTags('newsletter (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/newsletter')
export class AdminNewsletterController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Describe(
    'How many addresses are in each state, how many readers a campaign would reach now, and the campaigns, newest first, paged by next_cursor.',
    newsletterAnswer,
    [400, 401, 403, 503],
  )
  async overview(@Query({ schema: pageQuery }) { cursor, limit }: PageQuery, @CallMetadata() metadata: Metadata) {
    const [counts, page] = await Promise.all([
      this.clients.newsletter.countSubscribers({}, metadata),
      this.clients.newsletter.listCampaigns({ cursor, limit }, metadata),
    ]);
    const { pending, confirmed, unsubscribed, bounced, complained, eachMail, weeklyMail } = counts;
    return success(
      'Newsletter',
      {
        subscribers: { pending, confirmed, unsubscribed, bounced, complained },
        readers: { each_mail: eachMail, weekly_mail: weeklyMail },
        campaigns: page.campaigns.map(campaignJson),
      },
      { next_cursor: page.nextCursor ?? null },
    );
  }

  @Post('campaign')
  @Takes('application/json')
  @DescribeIdempotencyKey()
  @Describe(
    'Begins to send a post to everybody who wants each newsletter. Those who chose one mail a week get it with the others of the week.',
    campaignAnswer,
    [400, 401, 403, 404, 409, 422, 503],
    201,
  )
  async create(
    @Body({ schema: campaignInput }) input: CampaignInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const post = await this.findPost(input.post_id, metadata);
    const pictureUrl = mailPicture(post.cover);
    const { campaign } = await this.clients.newsletter.createCampaign(
      {
        postId: post.id,
        story: {
          title: post.title,
          excerpt: summaryOf(post.description),
          url: `${this.config.PUBLIC_URL}/blogdetail?id=${post.id}`,
          ...(pictureUrl && { pictureUrl: this.config.PUBLIC_URL + pictureUrl }),
        },
        idempotency: idempotencyClaim(request, input),
      },
      metadata,
    );
    return success('Campaign Created Successfully', campaign ? campaignJson(campaign) : null);
  }

  private async findPost(id: string, metadata: Metadata): Promise<PostMessage> {
    const { post } = isId(id) ? await this.clients.posts.getPost({ id }, metadata) : {};
    if (!post) throw missing('This post does not exist.');
    return post;
  }

  @Get('campaign/:id')
  @Describe('How far a campaign has come.', campaignAnswer, [401, 403, 404, 503])
  async campaign(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { campaign } = await this.clients.newsletter.getCampaign({ id }, metadata);
    return success('Campaign', campaign ? campaignJson(campaign) : null);
  }

  @Get('subscribers')
  @Describe(
    'Addresses, the latest sign-up first, paged by next_cursor; with q those that hold it, with state those of one state.',
    z.array(subscriberAnswer),
    [400, 401, 403, 503],
  )
  async subscribers(
    @Query({ schema: subscriberListQuery }) { cursor, limit, ...filter }: SubscriberListQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    const page = await this.clients.newsletter.listSubscribers({ cursor, limit, ...filter }, metadata);
    return success('Subscribers', page.subscribers.map(subscriberJson), { next_cursor: page.nextCursor ?? null });
  }

  @Get('subscribers.csv')
  @Describe('The same as a file (RFC 4180), all of it.', nothingAnswer, [400, 401, 403, 503])
  async file(
    @Query({ schema: subscriberFileQuery }) filter: SubscriberFileQuery,
    @CallMetadata() metadata: Metadata,
    @Res() response: Response,
  ): Promise<void> {
    // What was looked for may be an address.
    const which = [filter.state ?? 'all', ...(filter.q ? ['those that hold a text'] : [])].join(', ');
    await this.securityLog.exported('subscribers.export', which, metadata);
    const { newsletter } = this.clients;
    const pages = async function* () {
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await newsletter.listSubscribers({ cursor, limit: fileBatch, ...filter }, metadata);
        yield page.subscribers.map(({ email, state, frequency, signedUpAt, confirmedAt = '' }) => [
          ...[email, state, frequency, signedUpAt, confirmedAt],
        ]);
        cursor = page.nextCursor;
      }
    };
    await sendCsv(
      response,
      'subscribers.csv',
      ['email', 'state', 'frequency', 'signed_up_at', 'confirmed_at'],
      pages(),
    );
  }

  @Post('subscribers/:id/complaint')
  @HttpCode(200)
  @Describe(
    'Records that somebody reported our mail as unwanted. Nothing is ever sent there again.',
    subscriberAnswer,
    [401, 403, 404, 503],
  )
  async complaint(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { subscriber } = await this.clients.newsletter.recordComplaint({ id }, metadata);
    return success('Nothing is sent to this address any more.', subscriber ? subscriberJson(subscriber) : null);
  }
}
