/** Campaigns: newsletters about a post, or weekly about all of them. */
import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { once } from '@site/platform/data/idempotency';
import { isId, newId } from '@site/platform/base/ids';
import { readPage } from '@site/platform/data/lists';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import { conflict, invalid, notFound, type Caller } from '@site/proto/grpc';
import type { Page } from '@site/proto/gen/nest/common/v1/common';
import type {
  Campaign as CampaignMessage,
  CreateCampaignRequest,
  ListCampaignsResponse,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import { state } from '@site/regions/state';
import { latestMonday } from '@site/regions/state-time';
import { In, Not, type DataSource, type EntityManager } from 'typeorm';
import { addDeliverCampaignJob } from './campaign-ledger.js';
import { readScheduledAt } from './campaign-schedule.js';
import { Campaign } from './campaign.entity.js';
import type { ContentClient } from './content-client.js';
import type { CampaignContent, Story } from './newsletter-letters.js';
import { readStory, readContent } from './story-message.js';

/** Without links and report reasons, which only a campaign's own page needs. */
export function campaignMessage(campaign: Campaign): CampaignMessage {
  const { id, title, state, holdReason, recipients, sent, failed, skipped, maybeRepeated, createdAt } = campaign;
  const { bounced, complained } = campaign;
  return {
    id,
    title,
    state,
    holdReason,
    recipients,
    sent,
    failed,
    skipped,
    maybeRepeated,
    createdAt,
    bounced,
    complained,
    postId: campaign.postId ?? '',
    startedAt: campaign.startedAt ?? undefined,
    finishedAt: campaign.finishedAt ?? undefined,
    scheduledAt: campaign.scheduledAt ?? undefined,
    links: [],
    reportReasons: [],
  };
}

/** A copy that doesn't change with the post. */
interface NewCampaign {
  id: string;
  postId: string;
  story: Story;
  texts?: CampaignContent;
  scheduledAt?: Date | undefined;
}

/** Inserts the campaign in the manager's transaction and, unless scheduled, adds its delivery job. */
export async function addCampaign(
  manager: EntityManager,
  { id, postId, story, texts = {}, scheduledAt }: NewCampaign,
  principal: AuditPrincipal,
): Promise<void> {
  await manager.insert(Campaign, {
    id,
    postId,
    title: story.title,
    frequency: 'all',
    stories: [story],
    texts,
    ...(scheduledAt && { state: 'planned', scheduledAt: scheduledAt.toISOString() }),
  });
  if (!scheduledAt) await addDeliverCampaignJob(manager, id);
  await audit(manager, principal, scheduledAt ? 'campaign.plan' : 'campaign.create', id, story.title);
}

/** @throws INVALID_ARGUMENT, ABORTED while another campaign about the post is planned or being sent */
export async function createCampaign(
  dataSource: DataSource,
  { postId, story: message, content: contentMessage, idempotency, scheduledAt: time }: CreateCampaignRequest,
  caller: Caller,
): Promise<Campaign> {
  if (!idempotency) throw invalid('The idempotency claim is missing.');
  const story = readStory(isId(postId) ? message : undefined);
  const content = readContent(contentMessage);
  const scheduledAt = time === undefined ? undefined : readScheduledAt(time);
  try {
    const { response } = await dataSource.transaction((manager) =>
      once(manager, 'newsletter.campaign', idempotency, async () => {
        const id = newId();
        await addCampaign(manager, { id, postId, story, texts: content, scheduledAt }, caller);
        return { id };
      }),
    );
    return await findCampaign(dataSource, response.id);
  } catch (error) {
    if (isUniqueViolation(error)) throw await underWay(dataSource, postId);
    throw error;
  }
}

async function underWay(dataSource: DataSource, postId: string) {
  const state = (await findOpen(dataSource, postId))?.state;
  if (state === 'planned') return conflict('A mail about this post is already planned.');
  if (state === 'held') return conflict('The mail about this post is on hold.');
  return conflict(state === 'paused' ? 'The mail about this post is paused.' : 'This post is already being sent.');
}

/** Returns the post's unfinished campaign; there is at most one. */
export async function findOpen(dataSource: DataSource, postId: string): Promise<Campaign | undefined> {
  const campaign = isId(postId)
    ? await dataSource.manager.findOneBy(Campaign, { postId, state: Not(In(['sent', 'cancelled'])) })
    : null;
  return campaign ?? undefined;
}

/** @throws NOT_FOUND */
export async function findCampaign(dataSource: DataSource, id: string): Promise<Campaign> {
  const campaign = isId(id) ? await dataSource.manager.findOneBy(Campaign, { id }) : null;
  if (!campaign) throw notFound('There is no such campaign.');
  return campaign;
}

export async function listCampaigns(dataSource: DataSource, request: Page): Promise<ListCampaignsResponse> {
  const list = dataSource.manager.createQueryBuilder(Campaign, 'campaign');
  const order = { by: 'createdAt', newestFirst: true } as const;
  const { page, nextCursor } = await readPage(list, request, order, campaignMessage);
  return { campaigns: page, nextCursor };
}

/** Local hour on Mondays at which the weekly mail is due. */
const dueAtHour = 8;
/** Older posts are no longer news. */
const maxLookbackDays = 28;

/** Makes this week's campaign if it is due and posts are on the site; returns whether it did. */
export async function makeWeeklyCampaign(
  dataSource: DataSource,
  content: Pick<ContentClient, 'getPostStates'>,
  now: Date,
): Promise<boolean> {
  const { date: week, at: monday } = latestMonday(now, dueAtHour);
  return dataSource.transaction(async (manager) => {
    const campaigns = await manager.query<{ postId: string; stories: Story[] }[]>(
      `SELECT post_id AS "postId", stories FROM campaigns
       WHERE frequency = 'all' AND state NOT IN ('planned', 'held', 'cancelled')
         AND coalesce(queued_at, created_at) < $1 AND coalesce(queued_at, created_at) >= greatest(
         $1::timestamptz - interval '${maxLookbackDays} days',
         coalesce((SELECT max(week) + interval '${dueAtHour} hours' FROM campaigns WHERE week < $2), '-infinity')
           AT TIME ZONE '${state.timeZone}')
       ORDER BY coalesce(queued_at, created_at)`,
      [monday, week],
    );
    if (campaigns.length === 0) return false;
    const { states } = await content.getPostStates({ ids: campaigns.map(({ postId }) => postId) });
    const found = campaigns
      .filter((_campaign, at) => states[at] === 'published')
      .flatMap(({ postId, stories }) => stories.map((story) => ({ ...story, postId })));
    if (found.length === 0) return false;
    const id = newId();
    const stories = [...new Map(found.map((story) => [story.url, story])).values()];
    const [created] = await manager.query<unknown[]>(
      `INSERT INTO campaigns (id, frequency, week, title, stories) VALUES ($1, 'weekly', $2, $3, $4)
       ON CONFLICT (week) DO NOTHING RETURNING id`,
      [id, week, `Week of ${week}`, JSON.stringify(stories)],
    );
    if (created) await addDeliverCampaignJob(manager, id);
    return created !== undefined;
  });
}
