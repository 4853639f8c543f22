/** Delivery of newsletters: sends campaigns mail by mail, at a limited rate and after warnings. */
import { newId } from '@site/platform/base/ids';
import { markProcessed } from '@site/platform/jobs/outbox';
import { isRowFailure } from '@site/platform/jobs/work-loop';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { idField, job, Postponed, type HandlersOf, type JobRun, timed } from '../jobs/job.js';
import { patiently } from '../jobs/retry-during-outage.js';
import { composeMail } from '../mail/compose.js';
import { findMailServerFailure } from '../mail/mail-server-error.js';
import { verdictsOf } from '../mail/verdicts.js';
import { mailSeries, type SeriesReader } from '@site/platform/mail/mail-series';
import { pacer } from '@site/platform/mail/pace';
import type { PendingMail } from '@site/platform/mail/mailer';
import { SendFailure } from '@site/platform/mail/send-failure';
import {
  deliverCampaignJob,
  endBatch,
  listReaders,
  nextReaders,
  reserve,
  takeLease,
  rewriteResults,
  type CampaignToDeliver,
  type Ended,
  type Reader,
} from './campaign-ledger.js';
import { checkCampaign, type PauseParts } from './campaign-holds.js';
import { countedLinks } from './campaign-links.js';
import { LedgerSession, recordWithinMs } from './ledger-session.js';
import { mailTokenLength, makeMailToken } from './mail-tokens.js';
import { postLetter, weeklyLetter } from './newsletter-letters.js';
import { markBounced } from './subscription-mails.js';
import { markSuppressed, type SuppressionParts } from './suppressions.js';
import type { WarningWatch } from './warning-watch.js';

/** Job "deliver-campaign": sends part of a campaign and adds the job for the next part. */
export interface DeliverySettings {
  emailsPerSecond: number;
  /** After the nth failure. */
  retryAfterSeconds?: (tries: number) => number;
  batchSeconds?: number;
}

export interface CampaignParts extends PauseParts, SuppressionParts {
  /** Set where the site also sends warnings. */
  warnings?: Pick<WarningWatch, 'isWarningUnderWay'>;
  countsLinks?: boolean;
}

/** For a mailbox that temporarily rejects mail; about two hours with the delays below. */
const maxAttempts = 5;
const retryAfterSeconds = (tries: number) => 60 * 4 ** (tries - 1) * (0.5 + Math.random() / 2);
const batchSeconds = 15;
/**
 * Up to this rate, each mail waits until its record is on disk. Above it, a power failure of a machine with both the
 * database and this process may repeat the last second's mails.
 */
const maxRateWithDisk = 50;
const busyWaitMs = 5_000;
const warningWaitMs = 5_000;
const maxWaitMs = 60_000;

/** Delivers one batch of a campaign per job: 15 seconds by default, after which the job adds the next one. */
export const campaignJobs = (parts: CampaignParts, settings: DeliverySettings): HandlersOf<'deliver-campaign'> => ({
  [deliverCampaignJob]: job(z.object({ campaignId: idField }), 240, (run) => deliverCampaign(run, parts, settings)),
});

async function deliverCampaign(
  { outboxId, payload: { campaignId }, windUp, limit }: JobRun<{ campaignId: string }>,
  parts: CampaignParts,
  settings: DeliverySettings,
): Promise<void> {
  const { dataSource } = parts;
  if (await parts.warnings?.isWarningUnderWay()) throw new Postponed('a warning goes first', warningWaitMs);
  await checkCampaign(parts, campaignId);
  const lease = newId();
  const campaign = await timed('ledger', () => takeLease(dataSource, campaignId, lease));
  if (campaign === 'over') return void (await markProcessed(dataSource.manager, outboxId));
  if (campaign === 'busy') throw new Postponed('another process is delivering a campaign', busyWaitMs);
  if (!(await timed('ledger', () => listReaders(dataSource, campaignId, lease)))) throw postponeTakenOver();

  const until = performance.now() + (settings.batchSeconds ?? batchSeconds) * 1_000;
  const startMail = await timed('render', () => preparePendingEmails(campaign, parts, limit));
  const pace = pacer(settings.emailsPerSecond);
  /** Mails prepared ahead: half a second's, so that no mail server waits long for the end of a message. */
  const ahead = Math.min(parts.mailer.atOnce - 1, Math.floor(settings.emailsPerSecond / 2));
  const quickly = settings.emailsPerSecond > maxRateWithDisk;
  const ledger = new LedgerSession(dataSource, campaignId);
  const listed: Reader[] = [];
  const pending: PendingReaderMail[] = [];
  let ended: Ended | undefined;
  let stoppedBy: Error | undefined;
  const isOver = () => performance.now() >= until || windUp.aborted || stoppedBy !== undefined;
  const removeSuppressed = async (): Promise<boolean> => {
    const suppressed = await markSuppressed(parts, listed).catch((error: Error) => {
      stoppedBy = new Postponed(`the suppression list is unreachable: ${error.message}`, busyWaitMs, 'notifications');
      return undefined;
    });
    const remaining = listed.filter(({ subscriberId }) => suppressed?.includes(subscriberId) === false);
    listed.splice(0, listed.length, ...remaining);
    return suppressed !== undefined;
  };
  const fill = async () => {
    while (pending.length <= ahead && !isOver()) {
      if (listed.length === 0) {
        const inHand = [...pending, ...(ended ? [ended] : [])].map(({ subscriberId }) => subscriberId);
        listed.push(...(await ledger.run((session) => nextReaders(session, { campaignId, lease, inHand }))));
        ledger.safe(ended);
        if (!(await removeSuppressed())) return;
      }
      const reader = listed.shift();
      if (!reader) return;
      const { subscriberId } = reader;
      const mail = await timed('render', () => startMail(reader)).catch((error: unknown) =>
        unmade(subscriberId, error),
      );
      if ('mail' in mail) pending.push(mail);
      // A mail that can't be composed must not block the other readers.
      else await ledger.run((session) => rewriteResults(session, campaignId, [mail]));
    }
  };
  try {
    for (await fill(); pending.length > 0 && !isOver(); await fill()) {
      await pace();
      const next = pending.shift()!;
      const { subscriberId, tokenHash } = next;
      const reservation = { campaignId, lease, ended, subscriberId, tokenHash, quickly };
      const reserved = await ledger
        .run((session) => reserve(session, reservation))
        .catch((error: unknown) => {
          next.mail.abandon();
          throw error;
        });
      ended = undefined;
      if (typeof reserved === 'string') next.mail.abandon();
      if (reserved === 'lost') throw postponeTakenOver();
      if (reserved === 'held') break;
      if (reserved === 'left') continue;
      ({ ended, stoppedBy } = await release(next, reserved.tries, dataSource, settings));
      ledger.unsure(ended);
    }
    // The verdict queued the readers again whose failures were ours.
    if (stoppedBy) ledger.ends = ledger.ends.filter(({ state }) => state !== 'failed');
  } finally {
    for (const { mail } of pending) mail.abandon();
    await ledger.close();
  }
  const after = await timed('ledger', () =>
    patiently(recordWithinMs, () => endBatch(dataSource, { campaignId, outboxId, lease, ends: ledger.ends })),
  );
  await verdictsOf(dataSource).settle();
  if (stoppedBy) throw stoppedBy;
  if (after === 'lost') throw postponeTakenOver();
  if (typeof after === 'object')
    throw new Postponed('the remaining mailboxes are retried later', Math.min(after.waitMs, maxWaitMs));
}

/** @throws the error if it is an outage */
function unmade(subscriberId: string, error: unknown): Ended {
  if (!isRowFailure(error)) throw error;
  return { subscriberId, tokenHash: makeMailToken().hash, tries: 1, state: 'failed', reason: (error as Error).message };
}

const postponeTakenOver = () => new Postponed('another process has taken over this campaign', busyWaitMs);

/** A mail handed to the mail server except for its end. */
interface PendingReaderMail extends Reader {
  mail: PendingMail;
  tokenHash: string;
}

/** Composes mails, each with its own token, and hands over all but their ends. */
async function preparePendingEmails(
  campaign: CampaignToDeliver,
  { mailer, site, dataSource, countsLinks }: CampaignParts,
  limit: AbortSignal,
): Promise<(reader: Reader) => Promise<PendingReaderMail>> {
  const counted = countsLinks
    ? await countedLinks(dataSource, { campaignId: campaign.id, siteUrl: site.url })
    : undefined;
  const write = ({ id, to, token, returnToken }: SeriesReader) => ({
    ...composeMail(letterOf(campaign, { site, token, linkTo: counted?.linkTo }), { id, to, site }),
    returnToken,
  });
  const returnTokenOf = (subscriberId: string) => mailer.returnToken?.(subscriberId, campaign.id);
  const hasReturnToken = returnTokenOf(campaign.id) !== undefined;
  const mailTo = await mailSeries(write, (mail) => mailer.encode(mail), mailTokenLength, hasReturnToken);
  // Before the first mail: sent links must never be dead.
  await counted?.save();
  return async ({ subscriberId, email }) => {
    const { token, hash } = makeMailToken();
    // The same for every attempt, so that mail programs recognize duplicates.
    const id = `${campaign.id}.${subscriberId}`;
    const encoded = await mailTo({ id, to: email, token, returnToken: returnTokenOf(subscriberId) });
    const mail = mailer.startSending(encoded, limit);
    return { subscriberId, email, tokenHash: hash, mail };
  };
}

/** Completes one mail. If `stoppedBy` is set, the batch must stop. */
async function release(
  { mail, subscriberId, email, tokenHash }: PendingReaderMail,
  tries: number,
  dataSource: DataSource,
  settings: DeliverySettings,
): Promise<{ ended: Ended; stoppedBy?: Error }> {
  const end = { subscriberId, tokenHash, tries };
  const recipient = { id: subscriberId, to: email };
  try {
    await timed('smtp', () => mail.release());
  } catch (error) {
    if (!(error instanceof SendFailure)) return { ended: { ...unmade(subscriberId, error), ...end } };
    const failure = await timed('ledger', () =>
      patiently(recordWithinMs, () =>
        verdictsOf(dataSource).recordRejection(recipient, error, markBounced(subscriberId)),
      ),
    );
    const { kind, maybeSent, message: reason } = failure;
    const stoppedBy = findMailServerFailure(failure, busyWaitMs);
    if (stoppedBy)
      return { ended: { ...end, state: maybeSent ? 'sending' : 'queued', reason, tries: tries - 1 }, stoppedBy };
    if ((kind === 'later' || failure.isUndecided) && tries < maxAttempts) {
      const waitSeconds = (settings.retryAfterSeconds ?? retryAfterSeconds)(tries);
      return { ended: { ...end, state: 'queued', reason, waitSeconds } };
    }
    return { ended: { ...end, state: 'failed', reason } };
  }
  await timed('ledger', () => verdictsOf(dataSource).wasAccepted(recipient));
  return { ended: { ...end, state: 'sent' } };
}

type Context = Omit<Parameters<typeof postLetter>[0], 'story' | 'texts'>;

function letterOf({ frequency, stories, texts }: CampaignToDeliver, context: Context) {
  const [story] = stories;
  if (!story) throw new Error('a campaign without a story');
  return frequency === 'weekly' ? weeklyLetter({ ...context, stories }) : postLetter({ ...context, story, texts });
}
