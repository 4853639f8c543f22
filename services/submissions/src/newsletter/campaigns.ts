import { audit } from '@site/platform/data/audit';
import { once } from '@site/platform/data/idempotency';
import { isId, newId } from '@site/platform/base/ids';
import { readPage } from '@site/platform/data/lists';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import { conflict, invalid, notFound, type Caller } from '@site/proto/grpc';
import type {
  Campaign as CampaignMessage,
  CreateCampaignRequest,
  ListCampaignsRequest,
  ListCampaignsResponse,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import type { DataSource } from 'typeorm';
import { addDeliverCampaignJob } from './campaign-ledger.js';
import { Campaign } from './campaign.entity.js';

/** Campaigns as the dashboard makes and shows them. */

export function campaignMessage(campaign: Campaign): CampaignMessage {
  const { id, title, state, recipients, sent, failed, skipped, maybeRepeated, createdAt } = campaign;
  return {
    ...{ id, title, state, recipients, sent, failed, skipped, maybeRepeated, createdAt },
    postId: campaign.postId ?? '',
    startedAt: campaign.startedAt ?? undefined,
    finishedAt: campaign.finishedAt ?? undefined,
  };
}

/** Keeps the campaign with its story and asks for its delivery, in one transaction. */
export async function createCampaign(
  dataSource: DataSource,
  { postId, story, idempotency }: CreateCampaignRequest,
  caller: Caller,
): Promise<Campaign> {
  if (!idempotency) throw invalid('The idempotency claim is missing.');
  if (!isId(postId) || !story?.title || !story.url)
    throw invalid('A post is missing.', [{ field: 'post_id', message: 'post_id must name a post' }]);
  const { title, excerpt, url, pictureUrl } = story;
  try {
    const { answer } = await dataSource.transaction((manager) =>
      once(manager, 'newsletter.campaign', idempotency, async () => {
        const id = newId();
        await manager.insert(Campaign, {
          ...{ id, postId, title },
          frequency: 'all',
          stories: [{ title, excerpt, url, ...(pictureUrl && { pictureUrl }) }],
        });
        await addDeliverCampaignJob(manager, id);
        await audit(manager, caller, 'campaign.create', id, title);
        return { id };
      }),
    );
    return await findCampaign(dataSource, answer.id);
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('This post is being sent already.');
    throw error;
  }
}

/** @throws NOT_FOUND */
export async function findCampaign(dataSource: DataSource, id: string): Promise<Campaign> {
  const campaign = isId(id) ? await dataSource.manager.findOneBy(Campaign, { id }) : null;
  if (!campaign) throw notFound('There is no such campaign.');
  return campaign;
}

export async function listCampaigns(
  dataSource: DataSource,
  request: ListCampaignsRequest,
): Promise<ListCampaignsResponse> {
  const list = dataSource.manager.createQueryBuilder(Campaign, 'campaign');
  const order = { by: 'createdAt', newestFirst: true } as const;
  const { page, nextCursor } = await readPage(list, request, order, campaignMessage);
  return { campaigns: page, nextCursor };
}
