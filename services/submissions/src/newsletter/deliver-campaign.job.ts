import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@site/platform/ids';
import { markProcessed } from '@site/platform/outbox';
import { Postponed, type JobRun } from '../jobs/job.js';
import { timed } from '../jobs/spent.js';
import { composeMail } from '../mail/compose.js';
import { postLetter, weeklyLetter } from '../mail/letters.js';
import { markBounced } from '../mail/mail-jobs.js';
import type { MailParts } from '../mail/mail-parts.js';
import { SendFailure } from '../mail/send-failure.js';
import { isOutage } from '../pictures/outage.js';
import {
  endBatch,
  listReaders,
  nextReader,
  takeLease,
  type CampaignToDeliver,
  type Ended,
  type Reserved,
} from './campaign-ledger.js';

/** Job "deliver-campaign": sends a campaign to some of its readers, for some seconds, and asks for the next part of it. */
export interface DeliverySettings {
  mailsPerSecond: number;
  /** How long after its n-th failure a mail is tried again. */
  retryAfterSeconds?: (tries: number) => number;
  /** How long one job goes on. */
  batchSeconds?: number;
}

/** A mailbox that takes nothing right now is tried so often; with the waits below for about two hours. */
const mostTries = 5;
const retryAfterSeconds = (tries: number) => 60 * 4 ** (tries - 1) * (0.5 + Math.random() / 2);
const batchSeconds = 15;
/** A database that is just restarting is waited for: the mail is out, and only its record is missing. */
const recordWithinMs = 25_000;
const busyWaitMs = 5_000;
const longestWaitMs = 60_000;

export async function deliverCampaign(
  { outboxId, payload: { campaignId }, windUp }: JobRun<{ campaignId: string }>,
  parts: MailParts,
  settings: DeliverySettings,
): Promise<void> {
  const { dataSource } = parts;
  const lease = newId();
  const campaign = await takeLease(dataSource, campaignId, lease);
  if (campaign === 'over') return void (await markProcessed(dataSource.manager, outboxId));
  if (campaign === 'busy') throw new Postponed('another process delivers a campaign', busyWaitMs);
  if (!(await listReaders(dataSource, campaignId, lease))) throw lost();

  const until = Date.now() + (settings.batchSeconds ?? batchSeconds) * 1_000;
  const pace = pacer(settings.mailsPerSecond);
  let ended: Ended | undefined;
  let stoppedBy: Error | undefined;
  while (Date.now() < until && !windUp.aborted && !stoppedBy) {
    const reader = await timed('ledger', () => patiently(() => nextReader(dataSource, campaignId, lease, ended)));
    ended = undefined;
    if (reader === 'lost') throw lost();
    if (reader === 'none') break;
    await pace();
    ({ ended, stoppedBy } = await sendTo(reader, campaign, parts, settings));
  }
  const after = await patiently(() => endBatch(dataSource, { campaignId, outboxId, lease, ended }));
  if (stoppedBy) throw stoppedBy;
  if (after === 'lost') throw lost();
  if (typeof after === 'object')
    throw new Postponed('the mailboxes that are left are tried again later', Math.min(after.waitMs, longestWaitMs));
}

const lost = () => new Postponed('another process has taken this campaign over', busyWaitMs);

/** Sends one mail; `stoppedBy` when the batch cannot go on. */
async function sendTo(
  { subscriberId, email, tries, token }: Reserved,
  campaign: CampaignToDeliver,
  { dataSource, mailer, site }: MailParts,
  settings: DeliverySettings,
): Promise<{ ended: Ended; stoppedBy?: Error }> {
  const mail = composeMail(letterOf(campaign, { site, token }), {
    // The same for every attempt, so that the reader's mail program can tell a repetition.
    id: `${campaign.id}.${subscriberId}`,
    to: email,
    site,
  });
  try {
    await timed('smtp', () => mailer.send(mail));
    return { ended: { subscriberId, state: 'sent' } };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    const { kind, maybeSent, message: reason } = error;
    if (kind === 'away' || kind === 'setup') {
      const stoppedBy =
        kind === 'away' ? new Postponed(`the mail server is away: ${reason}`, busyWaitMs * (1 + Math.random())) : error;
      return { ended: { subscriberId, state: maybeSent ? 'sending' : 'queued', reason, uncounted: true }, stoppedBy };
    }
    if (kind === 'bounced') await dataSource.transaction(markBounced(subscriberId));
    if (kind === 'later' && tries < mostTries) {
      const waitSeconds = (settings.retryAfterSeconds ?? retryAfterSeconds)(tries);
      return { ended: { subscriberId, state: 'queued', reason, waitSeconds } };
    }
    return { ended: { subscriberId, state: 'failed', reason } };
  }
}

function letterOf({ frequency, stories }: CampaignToDeliver, context: { site: MailParts['site']; token: string }) {
  const [story] = stories;
  if (!story) throw new Error('a campaign without a story');
  return frequency === 'weekly' ? weeklyLetter({ ...context, stories }) : postLetter({ ...context, story });
}

/** Resolves when the next mail may go out. */
function pacer(perSecond: number): () => Promise<void> {
  const apartMs = 1_000 / perSecond;
  let nextAt = performance.now();
  return async () => {
    const now = performance.now();
    if (nextAt > now) await pause(nextAt - now);
    nextAt = Math.max(nextAt, now - apartMs) + apartMs;
  };
}

/** Does it again while the database is away, for a while: what it writes down has happened. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + recordWithinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}
