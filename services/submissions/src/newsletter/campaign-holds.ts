/**
 * Campaigns whose post isn't on the site are held, so that no mail has a dead link, and released when it is back.
 * Checked when content reports a change, and before each batch of mails.
 */
import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { addToOutbox } from '@site/platform/jobs/outbox';
import { noPrincipalId } from '@site/domain/audit-kinds';
import type { Reviewer } from '@site/proto/gen/nest/auth/v1/people';
import type { HoldReason } from '@site/proto/submissions/v1/newsletter.schema';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AuthClients } from '../accounts/auth-clients.js';
import { idField, job, type HandlersOf } from '../jobs/job.js';
import type { Letter, Site } from '../mail/letter.js';
import { mailJob, type MailParts } from '../mail/send-once.js';
import { addDeliverCampaignJob } from './campaign-ledger.js';
import { Campaign } from './campaign.entity.js';
import type { ContentClient } from './content-client.js';

const sendPauseEmailJob = 'send-campaign-held';

export interface PauseParts extends MailParts {
  content: Pick<ContentClient, 'getPostStates' | 'completeJob'>;
  auth: Pick<AuthClients, 'listReviewers'>;
}

const holder: AuditPrincipal = { id: noPrincipalId, name: 'Newsletter', clientAddress: '' };

const reasonOf = (state: string): HoldReason | undefined => {
  if (state === 'published') return undefined;
  return state === 'deleted' || state === 'unlisted' ? state : 'unpublished';
};

/** Holds or releases an unfinished campaign, depending on its posts. */
export async function checkCampaign(parts: PauseParts, id: string): Promise<void> {
  const { dataSource, content, auth } = parts;
  const seen = await dataSource.manager.findOneBy(Campaign, { id });
  if (!seen || !isUnfinished(seen)) return;
  const postIds = seen.stories.flatMap(({ postId = seen.postId }) => postId ?? []);
  // Before the row is locked: other services may respond slowly.
  const reason = (await content.getPostStates({ ids: postIds })).states.map(reasonOf).find((one) => one !== undefined);
  const { reviewers } = reason && reason !== seen.holdReason ? await auth.listReviewers({}) : { reviewers: [] };
  const isCurrent = await dataSource.transaction(async (manager) => {
    const campaign = await manager.findOne(Campaign, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!campaign || !isUnfinished(campaign)) return true;
    // Another check came first, perhaps with a later state of the posts.
    if (campaign.state !== seen.state || campaign.holdReason !== seen.holdReason) return false;
    if (!reason) await release(manager, campaign);
    else if (campaign.holdReason !== reason) await pause(manager, campaign, reason, reviewers);
    return true;
  });
  if (!isCurrent) await checkCampaign(parts, id);
}

const isUnfinished = ({ state }: Campaign) => ['planned', 'queued', 'sending', 'held'].includes(state);

async function pause(
  manager: EntityManager,
  { id, state, title }: Campaign,
  reason: HoldReason,
  reviewers: Reviewer[],
) {
  await manager.update(Campaign, { id }, { state: 'held', holdReason: reason });
  if (state === 'held') return;
  await audit(manager, holder, 'campaign.hold', id, title, reason);
  for (const { id: userId } of reviewers.filter(({ role }) => role === 'admin'))
    await addToOutbox(manager, {
      queue: 'mail',
      name: sendPauseEmailJob,
      payload: { campaignId: id, personId: userId },
    });
}

/** If its time has passed, pauses it: an admin decides whether it is still news. */
async function release(manager: EntityManager, { id, state, title }: Campaign): Promise<void> {
  if (state !== 'held') return;
  const [[released]] = await manager.query<[{ state: string }[], number]>(
    `UPDATE campaigns SET
       state = CASE WHEN started_at IS NOT NULL THEN 'sending' WHEN scheduled_at IS NULL THEN 'queued'
         WHEN scheduled_at > now() THEN 'planned' ELSE 'paused' END,
       hold_reason = CASE WHEN started_at IS NULL AND scheduled_at <= now() THEN 'late' ELSE '' END
     WHERE id = $1 RETURNING state`,
    [id],
  );
  if (released?.state === 'sending' || released?.state === 'queued') await addDeliverCampaignJob(manager, id);
  await audit(manager, holder, 'campaign.release', id, title);
}

/** Job "check-campaigns", payload `{ postId }`, from content's outbox: the post left the site or is back. */
export const checkCampaignsJobs = (parts: PauseParts): HandlersOf<'check-campaigns'> => ({
  'check-campaigns': job(z.object({ postId: idField }), 30, async ({ outboxId, payload: { postId } }) => {
    const campaigns = await parts.dataSource.query<{ id: string }[]>(
      `SELECT id FROM campaigns WHERE state IN ('planned', 'queued', 'sending', 'held')
         AND (post_id = $1 OR stories @> jsonb_build_array(jsonb_build_object('postId', $1::text)))`,
      [postId],
    );
    for (const { id } of campaigns) await checkCampaign(parts, id);
    await parts.content.completeJob({ id: outboxId });
  }),
});

/** Job "send-campaign-held": tells an admin about a campaign that is still on hold. */
export const campaignHeldMailJobs = (parts: PauseParts): HandlersOf<'send-campaign-held'> =>
  mailJob(parts, sendPauseEmailJob, z.object({ campaignId: idField, personId: idField }), async ({ payload }) => {
    const { reviewers } = await parts.auth.listReviewers({});
    const admin = reviewers.find(({ id, role }) => id === payload.personId && role === 'admin');
    return {
      prepare: async (manager) => {
        const campaign = await manager.findOneBy(Campaign, { id: payload.campaignId, state: 'held' });
        if (!admin || !campaign) return undefined;
        return { to: admin.email, letter: composePauseLetter(parts.site, admin.name, campaign) };
      },
    };
  });

const happened: Record<HoldReason, string> = {
  deleted: 'was deleted',
  unpublished: 'was unpublished',
  unlisted: 'was unlisted',
  late: 'was off the site',
};

function composePauseLetter(site: Site, name: string, { title, holdReason, startedAt }: Campaign): Letter {
  const why = `the post ${happened[holdReason || 'deleted']}`;
  return {
    subject: `Newsletter on hold: ${title}`,
    preview: `${why.replace('the', 'The')}.`,
    heading: 'A newsletter is on hold',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, the newsletter “${title}” is on hold because ${why}. ${startedAt ? 'No one else gets it' : 'No one gets it'} until the post is back on the site.`,
      },
      { kind: 'text', text: 'Restore or publish the post, or cancel the newsletter.' },
      { kind: 'button', label: 'Open newsletters', url: `${site.url}/dashboard/newsletter` },
    ],
    reason: `You're getting this mail because you send newsletters for ${site.name}.`,
  };
}
