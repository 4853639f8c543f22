/** All rpcs of the newsletter: sign-up, confirmation, preferences, campaigns, subscribers. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { GroupCommit } from '@site/platform/data/group-commit';
import { wakeRelay } from '@site/platform/data/outbox-wake';
import { outboxColumns, outboxInsert, outboxRow } from '@site/platform/jobs/outbox';
import { emailKey } from '@site/domain/email-address';
import { conflict, invalid, invalidField, notFound, readCaller } from '@site/proto/grpc';
import type { Id, Page, Token } from '@site/proto/gen/nest/common/v1/common';
import {
  NewsletterServiceControllerMethods,
  type CreateCampaignRequest,
  type FollowLinkRequest,
  type ImportSubscribersRequest,
  type ListSubscribersRequest,
  type NewsletterServiceController,
  type PreviewCampaignRequest,
  type RescheduleCampaignRequest,
  type SendTestMailRequest,
  type SubscribeRequest,
  type SubscribeSeveralRequest,
  type UpdatePreferencesRequest,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import { frequencies } from '@site/proto/submissions/v1/newsletter.schema';
import { siteName } from '@site/regions/state';
import { DataSource, type EntityManager } from 'typeorm';
import { findLinks, followLink } from './campaign-links.js';
import { cancel, pauseCampaign, reschedule, resumeCampaign } from './campaign-schedule.js';
import { campaignMessage, createCampaign, findCampaign, findOpen, listCampaigns } from './campaigns.js';
import { importSubscribers } from './import-subscribers.js';
import { MailToken, openMailToken } from './mail-tokens.js';
import { Subscriber } from './subscriber.entity.js';
import { countSubscribers, listSubscribers, recordComplaint, subscriberMessage } from './subscriber-lists.js';
import { findReportReasons } from './subscriber-reports.js';
import { addSuppressionJob } from './suppressions.js';
import { addTestMail, previewMail } from './test-mails.js';
import { addSendWelcomeJob, sendConfirmationJob } from './subscription-mails.js';

/** Stores an address, or makes it pending again, and adds the job that decides whether a mail is due. */
const signingUp = new GroupCommit({
  scope: 'newsletter.subscribe',
  columns: `id uuid, email text, ${outboxColumns}`,
  effect: `signed_up AS (
    INSERT INTO newsletter_subscribers AS known (id, email) SELECT id, email FROM claimed ORDER BY lower(email)
    ON CONFLICT (lower(email)) DO UPDATE SET
      signed_up_at = now(),
      state = CASE WHEN known.state IN ('unsubscribed', 'bounced') THEN 'pending' ELSE known.state END
    RETURNING id AS subscriber_id, email AS known_email
  ), queued AS (${outboxInsert({
    queue: 'mail',
    name: sendConfirmationJob,
    payload: `jsonb_build_object('subscriberId', subscriber_id)`,
    from: 'signed_up JOIN claimed ON lower(email) = lower(known_email)',
  })})`,
  submissionOf({ email: typed, idempotency }: SubscribeRequest) {
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    const email = emailKey(typed);
    return {
      // Without a key, nothing is stored for replay: signing up twice is harmless, and the subscriber may have
      // unsubscribed between two sign-ups.
      claim: idempotency.key === undefined ? undefined : idempotency,
      result: {},
      row: { id: newId(), email, ...outboxRow() },
      unique: email,
    };
  },
});

const now = () => 'now()';

/**
 * Sign-ups, subscribers and campaigns. Jobs in this folder also serve content: `campaign-of-post` sends a post as a
 * newsletter, `publish-post` publishes one that missed its time.
 */
@Controller()
@NewsletterServiceControllerMethods()
export class NewsletterController implements NewsletterServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Runs the same statement for new, pending, subscribed and unsubscribed addresses, so that timing reveals nothing.
   */
  async subscribe(request: SubscribeRequest) {
    await signingUp.single(this.dataSource, request);
    wakeRelay(this.dataSource);
    return {};
  }

  /** Records a batch in one statement. False for a sign-up that must be sent again on its own. */
  async subscribeSeveral({ signUps }: SubscribeSeveralRequest) {
    const recorded = await signingUp.batch(this.dataSource, signUps);
    wakeRelay(this.dataSource);
    return { recorded: recorded.map((signUp) => signUp !== undefined) };
  }

  /**
   * Idempotent. @throws NOT_FOUND, INVALID_ARGUMENT for an expired link, ABORTED after an unsubscription or complaint
   */
  async confirmSubscription({ token }: Token) {
    return this.dataSource.transaction(async (manager) => {
      const [{ hash, confirmsUntil, confirmedAt }, subscriber] = await openMailToken(manager, token);
      if (!confirmsUntil) throw notFound("This link can't confirm a subscription.");
      if (subscriber.state === 'confirmed' && confirmedAt) return {};
      if (confirmedAt) throw conflict('This address has since been unsubscribed. Sign up again to get the newsletter.');
      if (new Date(confirmsUntil) <= (await databaseTime(manager))) throw expired();
      if (subscriber.state === 'complained')
        throw conflict('Mail to this address was reported as spam, so we no longer send any.');
      await manager.update(MailToken, { hash }, { confirmedAt: now });
      if (subscriber.state !== 'confirmed') {
        await manager.update(Subscriber, { id: subscriber.id }, { state: 'confirmed', confirmedAt: now });
        await addSuppressionJob(manager, subscriber.id);
        await addSendWelcomeJob(manager, subscriber.id);
      }
      return {};
    });
  }

  /** Idempotent. @throws NOT_FOUND for an unknown token */
  async unsubscribe({ token }: Token) {
    return this.dataSource.transaction(async (manager) => {
      const [, { id, state }] = await openMailToken(manager, token);
      // A complaint stays on record.
      if (state !== 'unsubscribed' && state !== 'complained')
        await manager.update(Subscriber, { id }, { state: 'unsubscribed', unsubscribedAt: now });
      return {};
    });
  }

  async updatePreferences(request: UpdatePreferencesRequest) {
    const frequency = frequencies.find((each) => each === request.frequency);
    if (!frequency) throw invalidField('frequency', 'frequency must be all or weekly');
    return this.dataSource.transaction(async (manager) => {
      const { id } = await openSubscription(manager, request.token);
      await manager.update(Subscriber, { id }, { frequency });
      return { frequency };
    });
  }

  async getPreferences({ token }: Token) {
    const { frequency } = await this.dataSource.transaction((manager) => openSubscription(manager, token));
    return { frequency };
  }

  async listCampaigns(request: Page) {
    return listCampaigns(this.dataSource, request);
  }

  async getCampaign({ id }: Id) {
    const campaign = campaignMessage(await findCampaign(this.dataSource, id));
    const links = await findLinks(this.dataSource, id);
    const reportReasons = await findReportReasons(this.dataSource.manager, id);
    return { ...campaign, links, reportReasons };
  }

  /** Returns the post's unfinished campaign, if any, to editors. */
  async getPostCampaign({ id: postId }: Id) {
    const campaign = await findOpen(this.dataSource, postId);
    return { campaign: campaign && { state: campaign.state, scheduledAt: campaign.scheduledAt ?? undefined } };
  }

  async createCampaign(request: CreateCampaignRequest, metadata?: Metadata) {
    return campaignMessage(await createCampaign(this.dataSource, request, readCaller(metadata)));
  }

  async rescheduleCampaign({ id, scheduledAt }: RescheduleCampaignRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    return campaignMessage(await reschedule(this.dataSource, id, scheduledAt, caller));
  }

  async cancelCampaign({ id }: Id, metadata?: Metadata) {
    return campaignMessage(await cancel(this.dataSource, id, readCaller(metadata)));
  }

  async pauseCampaign({ id }: Id, metadata?: Metadata) {
    return campaignMessage(await pauseCampaign(this.dataSource, id, readCaller(metadata)));
  }

  async resumeCampaign({ id }: Id, metadata?: Metadata) {
    return campaignMessage(await resumeCampaign(this.dataSource, id, readCaller(metadata)));
  }

  previewCampaign({ siteUrl, ...trial }: PreviewCampaignRequest) {
    return previewMail(trial, { name: siteName, url: siteUrl });
  }

  async sendTestMail(trial: SendTestMailRequest, metadata?: Metadata) {
    await addTestMail(this.dataSource, trial, readCaller(metadata));
    return {};
  }

  /** Counts a click. @returns the target that the link's mail was composed with */
  async followLink({ campaignId, number }: FollowLinkRequest) {
    return { url: await followLink(this.dataSource, campaignId, number) };
  }

  async countSubscribers() {
    return countSubscribers(this.dataSource);
  }

  async listSubscribers(request: ListSubscribersRequest) {
    return listSubscribers(this.dataSource, request);
  }

  async importSubscribers(request: ImportSubscribersRequest, metadata?: Metadata) {
    const response = await importSubscribers(this.dataSource, request, readCaller(metadata));
    wakeRelay(this.dataSource);
    return response;
  }

  async recordComplaint({ id }: Id, metadata?: Metadata) {
    return subscriberMessage(await recordComplaint(this.dataSource, id, readCaller(metadata)));
  }
}

/** Returns the token's subscriber, if we still send mail there. @throws NOT_FOUND, ABORTED */
async function openSubscription(manager: EntityManager, token: string): Promise<Subscriber> {
  const [, subscriber] = await openMailToken(manager, token);
  if (subscriber.state !== 'pending' && subscriber.state !== 'confirmed')
    throw conflict('This address is not subscribed to the newsletter.');
  return subscriber;
}

/** Uses the database's clock, which also set the time limit. */
async function databaseTime(manager: EntityManager): Promise<Date> {
  const [{ now: time }] = await manager.query<[{ now: Date }]>('SELECT now()');
  return time;
}

const expired = () => invalidField('token', 'This link has expired. Sign up again to get a new one.');
