/** Dashboard routes of newsletter campaigns, from a post to all subscribers. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import type { Post as PostMessage } from '@site/proto/gen/nest/content/v1/posts';
import type { Campaign } from '@site/proto/gen/nest/submissions/v1/newsletter';
import {
  campaignResponse,
  campaignLinkResponse,
  campaignReportReasonResponse,
  mailPreviewResponse,
  fullCampaignResponse,
} from '@site/proto/submissions/v1/newsletter.responses';
import {
  campaignInput,
  campaignTimeInput,
  trialMailInput,
  type CampaignContentInput,
  type TrialMailInput,
} from '@site/proto/submissions/v1/newsletter.schema';
import { toNewsletterStory } from '@site/proto/newsletter-story';
import { stateName } from '@site/regions/state';
import type { Request } from 'express';
import type { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { toCampaignJson } from '../../responses/content-json.js';
import { CONFIG, type Config } from '../../config.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { missing, overtaken, requireId } from '../../edge/http-errors.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn } from '../../edge/session.guard.js';
import { Takes } from '../../edge/consumes.js';
import { localInstant } from '../../feature-kit/local-instant.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';

const toCampaignContent = ({ subject, preheader, intro, reply_to: replyTo }: CampaignContentInput) => ({
  subject,
  preheader,
  intro,
  replyTo,
});

const toCampaignResponse = (campaign: Campaign | undefined) => (campaign ? toCampaignJson(campaign) : null);

/** Campaigns to all subscribers: test, send now or later, pause, cancel. */
@DashboardController('admin/main/newsletter', 'newsletter (dashboard)', 'send')
export class AdminCampaignsController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @NeedsRecentSignIn()
  @Post('campaign')
  @Takes('application/json')
  @DescribeIdempotencyKey()
  @Describe(
    `Starts sending a post to subscribers who get every newsletter, or schedules it with send_at (local time in ${stateName}, such as 2026-11-26T07:30; the first one if the clock shows it twice). Readers get the post as it is at the time of this call. Subscribers with one mail a week get it with that week’s others.`,
    campaignResponse,
    [400, 401, 403, 404, 409, 422, 503],
    201,
  )
  async create(
    @Body({ schema: campaignInput }) input: z.infer<typeof campaignInput>,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const scheduledAt = input.send_at === undefined ? undefined : localInstant('send_at', input.send_at).toISOString();
    const post = await this.findPost(input.post_id, metadata);
    // Unlisted posts are only for readers who have the address.
    if (post.status !== 'published') throw overtaken('This post is unlisted. Publish it before you send it.');
    if (input.version !== undefined && input.version !== post.version) throw overtaken(changedSincePreview);
    const campaign = await this.clients.newsletter.createCampaign(
      {
        postId: post.id,
        story: toNewsletterStory(post, this.config.PUBLIC_URL),
        content: toCampaignContent(input),
        idempotency: idempotencyClaim(request, input),
        ...(scheduledAt !== undefined && { scheduledAt }),
      },
      metadata,
    );
    return success('Campaign Created Successfully', toCampaignResponse(campaign));
  }

  @Get('campaign/:id')
  @Describe(
    'A campaign’s progress, the clicks on each of its links, and its bounces and complaints.',
    fullCampaignResponse,
    [401, 403, 404, 503],
  )
  async campaign(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const campaign = await this.clients.newsletter.getCampaign({ id }, metadata);
    const links = campaign.links.map((link) => toResponse(campaignLinkResponse, link));
    const { bounced, complained } = campaign;
    const reasons = campaign.reportReasons.map((reason) => toResponse(campaignReportReasonResponse, reason));
    return success('Campaign', { ...toCampaignJson(campaign), links, bounced, complained, report_reasons: reasons });
  }

  @NeedsRecentSignIn()
  @PostJson('campaign/:id/time')
  @Describe(
    `Reschedules a planned campaign, in local time of ${stateName}.`,
    campaignResponse,
    [400, 401, 403, 404, 409, 415, 503],
  )
  async reschedule(
    @Param('id') id: string,
    @Body({ schema: campaignTimeInput }) { send_at: sendAt }: z.infer<typeof campaignTimeInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { newsletter } = this.clients;
    const scheduledAt = localInstant('send_at', sendAt).toISOString();
    const campaign = await newsletter.rescheduleCampaign({ id, scheduledAt }, metadata);
    return success('The campaign has been rescheduled.', toCampaignResponse(campaign));
  }

  @NeedsRecentSignIn()
  @Post('campaign/:id/cancel')
  @HttpCode(200)
  @Describe(
    'Cancels a planned, paused or held campaign; readers who haven’t received it won’t get it. Repeating it changes nothing.',
    campaignResponse,
    [401, 403, 404, 409, 503],
  )
  async cancel(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const campaign = await this.clients.newsletter.cancelCampaign({ id }, metadata);
    return success('The campaign is canceled.', toCampaignResponse(campaign));
  }

  @NeedsRecentSignIn()
  @Post('campaign/:id/pause')
  @HttpCode(200)
  @Describe('Pauses sending after the current mail.', campaignResponse, [401, 403, 404, 409, 503])
  async pause(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const campaign = await this.clients.newsletter.pauseCampaign({ id }, metadata);
    return success('The campaign is paused.', toCampaignResponse(campaign));
  }

  @NeedsRecentSignIn()
  @Post('campaign/:id/resume')
  @HttpCode(200)
  @Describe(
    'Resumes with the remaining readers; none of them gets it twice.',
    campaignResponse,
    [401, 403, 404, 409, 503],
  )
  async resume(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const campaign = await this.clients.newsletter.resumeCampaign({ id }, metadata);
    return success('The campaign has resumed.', toCampaignResponse(campaign));
  }

  @PostJson('preview')
  @Describe(
    'The mail of a post or draft as a reader would get it. Its unsubscribe and preferences links lead to the site.',
    mailPreviewResponse,
    [400, 401, 403, 404, 415, 503],
  )
  async preview(@Body({ schema: trialMailInput }) input: TrialMailInput, @CallMetadata() metadata: Metadata) {
    const { PUBLIC_URL: siteUrl } = this.config;
    const post = await this.findEditedPost(input.post_id, metadata);
    const request = { story: toNewsletterStory(post, siteUrl), content: toCampaignContent(input), siteUrl };
    const { subject, html, text } = await this.clients.newsletter.previewCampaign(request, metadata);
    return success('Preview', { subject, html, text, version: post.version });
  }

  @NeedsRecentSignIn()
  @PostJson('test')
  @Describe(
    'Sends the mail of a post or draft only to the caller’s own address: at most ten in ten minutes.',
    emptyResponse,
    [400, 401, 403, 404, 415, 429, 503],
  )
  async test(@Body({ schema: trialMailInput }) input: TrialMailInput, @CallMetadata() metadata: Metadata) {
    const story = toNewsletterStory(await this.findEditedPost(input.post_id, metadata), this.config.PUBLIC_URL);
    await this.clients.newsletter.sendTestMail({ story, content: toCampaignContent(input) }, metadata);
    return success('A test mail is on its way to you.', null);
  }

  private async findPost(id: string, metadata: Metadata): Promise<PostMessage> {
    return this.clients.posts.getPost({ id: requireId(id, noSuchPost) }, metadata);
  }

  /** Finds the published version, or a draft's last saved state. */
  private async findEditedPost(id: string, metadata: Metadata): Promise<PostMessage> {
    const { post: edited } = await this.clients.posts.getEditedPost({ id: requireId(id, noSuchPost) }, metadata);
    if (!edited?.post) throw missing(noSuchPost);
    const { post, values, media } = edited;
    if (post.status === 'published' || post.status === 'unlisted') return this.findPost(id, metadata);
    return { ...post, ...(values?.document && { document: values.document, media }) };
  }
}

const noSuchPost = 'This post does not exist.';
const changedSincePreview =
  'Someone changed this post after you previewed it. Look at the preview again, then send it.';
