/** Dashboard routes of the post editor: drafts, autosave, revisions, publishing and previews. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Delete, Get, HttpCode, Inject, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  editedPostResponse,
  savedRevisionResponse,
  postEditorResponse,
  postFiltersResponse,
  previewResponse,
  revisionResponse,
  fullRevisionResponse,
} from '@site/proto/content/v1/posts.responses';
import {
  draftInput,
  publishInput,
  revisionInput,
  tabInput,
  type PublishInput,
  type RevisionInput,
  type TabInput,
} from '@site/proto/content/v1/posts.schema';
import { recentEventResponse } from '@site/proto/weather/v1/alert-events.responses';
import { postCampaignResponse } from '@site/proto/submissions/v1/newsletter.responses';
import { maxLength, pageQuery, type PageQuery } from '@site/proto/fields';
import { eventKeysOf, type RichTextDocument } from '@site/domain/content/rich-text';
import { invalid } from '@site/proto/grpc';
import type { PostsServiceClient } from '@site/proto/gen/nest/content/v1/posts';
import { stateName } from '@site/regions/state';
import type { Request } from 'express';
import { z } from 'zod';
import { AlertEvents } from '../../responses/alert-events.js';
import { toResponse } from '../../responses/response-from.js';
import { CONFIG, type Config } from '../../config.js';
import { Describe } from '../../edge/api/api-docs.js';
import type { Calls } from '../../edge/clients/connection.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { missing } from '../../edge/http-errors.js';
import { LargeBody } from '../../edge/route-traits.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { Takes } from '../../edge/consumes.js';
import { localInstant } from '../../feature-kit/local-instant.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';
import {
  toPostEditorData,
  editedPostData,
  revisionData,
  valuesFrom,
  fullRevisionData,
} from './post-editing-responses.js';

const readFailures = [401, 403, 404, 503];
const writeFailures = [400, 401, 403, 404, 413, 415, 429, 503];

const TakesPost = () =>
  LargeBody({
    bytes: 512 * 1024,
    field: 'values.document',
    message: `The text is too long: at most ${maxLength.description.toLocaleString('en-US')} characters`,
  });

@DashboardController('admin/main/post', 'posts (dashboard)', 'write')
export class PostEditorController {
  private readonly posts: Calls<PostsServiceClient>;

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.posts = clients.of<PostsServiceClient>('content', 'PostsService');
  }

  @Post('draft')
  @HttpCode(201)
  @TakesPost()
  @Takes('application/json')
  @DescribeIdempotencyKey()
  @Describe('Creates a draft, which only editors see.', postEditorResponse, [...writeFailures, 422], 201)
  async draft(
    @Body({ schema: draftInput }) body: z.infer<typeof draftInput>,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const draft = { values: valuesFrom(body.values), idempotency: idempotencyClaim(request, body) };
    const { post } = await this.posts.createDraft(draft, metadata);
    return success('Draft Created Successfully', toPostEditorData(post));
  }

  @Get('warnings')
  @Describe(
    'Warnings that a post can show: those in force, and those that ended within seven days.',
    z.array(recentEventResponse),
    [401, 403, 503],
  )
  async warnings(@CallMetadata() metadata: Metadata) {
    const { events } = await this.clients.alertEvents.listRecentEvents({}, metadata);
    return success(
      'Warnings',
      events.map((event) => toResponse(recentEventResponse, event)),
    );
  }

  @Get('filters')
  @Describe('The authors and tags that posts have.', postFiltersResponse, [401, 403, 503])
  async filters(@CallMetadata() metadata: Metadata) {
    return success('Filters', toResponse(postFiltersResponse, await this.posts.getPostFilters({}, metadata)));
  }

  @Get(':id')
  @Describe('A post as editors see it, and the caller’s unsaved changes.', postEditorResponse, readFailures)
  async get(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { post } = await this.posts.getEditedPost({ id }, metadata);
    return success('Post', toPostEditorData(post));
  }

  @Get(':id/campaign')
  @Describe(
    'The post’s unfinished newsletter, which is put on hold when the post is deleted, unpublished or unlisted.',
    postCampaignResponse,
    [401, 403, 503],
  )
  async campaign(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { campaign } = await this.clients.newsletter.getPostCampaign({ id }, metadata);
    return success('Campaign', campaign ? toResponse(postCampaignResponse.unwrap(), campaign) : null);
  }

  @Put(':id/revision')
  @TakesPost()
  @Takes('application/json')
  @Describe(
    'Saves the text; the published version stays. An autosave replaces the caller’s last autosave; 409 if another tab wrote it. Saving a version returns 409 if base_revision is not the latest.',
    savedRevisionResponse,
    [...writeFailures, 409],
  )
  async save(
    @Param('id') id: string,
    @Body({ schema: revisionInput })
    { kind, base_revision: baseRevision, values, tab, replaces }: RevisionInput,
    @CallMetadata() metadata: Metadata,
  ) {
    if (kind === 'saved' && values.document) await this.rejectUnknownWarnings(values.document);
    const edit = { id, kind, baseRevision, values: valuesFrom(values), tab, replaces };
    const saved = await this.posts.saveRevision(edit, metadata);
    return success('Saved', toResponse(savedRevisionResponse, saved));
  }

  /** Readers would open a page that says that we have never seen the warning. */
  private async rejectUnknownWarnings(document: RichTextDocument): Promise<void> {
    for (const key of eventKeysOf(document)) {
      if ((await this.events.find(key)) !== 'missing') continue;
      const message = `We don’t know the warning “${key}”. Remove it or choose another one`;
      throw invalid(message, [{ field: 'values.document', message }]);
    }
  }

  @Delete(':id/autosave')
  @Describe('Discards the caller’s unsaved changes, except those of other tabs.', z.null(), [400, ...readFailures])
  async discard(
    @Param('id') id: string,
    @Query({ schema: tabInput }) { tab, replaces }: TabInput,
    @CallMetadata() metadata: Metadata,
  ) {
    await this.posts.discardAutosave({ id, tab, replaces }, metadata);
    return success('Autosave Discarded', null);
  }

  @Get(':id/revisions')
  @Describe('Versions with author and time, latest first, paged by next_cursor.', z.array(revisionResponse), [
    400,
    ...readFailures,
  ])
  async revisions(
    @Param('id') id: string,
    @Query({ schema: pageQuery }) page: PageQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    const { revisions, nextCursor } = await this.posts.listRevisions({ id, ...page }, metadata);
    return success('Versions', revisions.map(revisionData), { next_cursor: nextCursor ?? null });
  }

  @Get(':id/revisions/:number')
  @Describe('One complete version; 0 is the caller’s autosave.', fullRevisionResponse, readFailures)
  async revision(@Param('id') id: string, @Param('number') text: string, @CallMetadata() metadata: Metadata) {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    if (number === undefined) throw missing(noSuchVersion);
    const revision = await this.posts.getRevision({ id, number }, metadata);
    return success('Version', fullRevisionData(revision));
  }

  @PostJson(':id/publish')
  @DescribeIdempotencyKey()
  @Describe(
    `Publishes the latest version, now or at publish_at (local time in ${stateName}, such as 2026-11-26T07:30; the first one if the clock shows it twice), or unpublishes the post with status draft. Only admins can send the newsletter.`,
    editedPostResponse,
    [...writeFailures, 409, 422],
  )
  async publish(
    @Param('id') id: string,
    @Body({ schema: publishInput }) body: PublishInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { revision, status, publish_at: local, send_newsletter: sendNewsletter } = body;
    const publishAt = local === '' ? undefined : localInstant('publish_at', local).toISOString();
    const decision = { id, revision, status, sendNewsletter, publishAt };
    const { post } = await this.posts.publishPost(
      { ...decision, idempotency: idempotencyClaim(request, { id, ...body }) },
      metadata,
    );
    return success(done[status], editedPostData(post));
  }

  @Post(':id/preview')
  @HttpCode(201)
  @Describe(
    'Creates a link that shows the latest version to anyone who has it.',
    previewResponse,
    [...readFailures, 429],
    201,
  )
  async preview(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { token, expiresAt } = await this.posts.createPreview({ id }, metadata);
    const url = `${this.config.PUBLIC_URL}/blogdetail#preview=${token}`;
    return success('Preview Created Successfully', { url, expires_at: expiresAt });
  }

  @Delete(':id/preview')
  @Describe('Revokes all preview links of the post.', z.null(), [...readFailures, 429])
  async endPreviews(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.posts.endPreviews({ id }, metadata);
    return success('Previews Ended Successfully', null);
  }
}

const noSuchVersion = 'There is no such version of this post.';

const done = {
  draft: 'Post Taken Off The Site Successfully',
  scheduled: 'Post Scheduled Successfully',
  published: 'Post Published Successfully',
  unlisted: 'Post Published Unlisted Successfully',
} as const;
