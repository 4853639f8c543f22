/** Parts of the mail worker: jobs, connections, periodic tasks. */
import { tlsFiles } from '@site/platform/base/config';
import { PeerIdentity } from '@site/platform/base/peer-identity';
import type { Logger } from '@site/platform/base/injection-tokens';
import { warnWithoutTls } from '@site/platform/mail/mail-encryption';
import { returnPathsOf } from '@site/platform/mail/return-path';
import { openMailer, type Mailer } from '@site/platform/mail/mailer';
import type { JobName } from '@site/proto/queues';
import { accountMailJobs } from '../accounts/account-mails.job.js';
import { authClients, type AuthClients } from '../accounts/auth-clients.js';
import { mailSettings, type WorkerConfig } from '../config.js';
import { replyJobs } from '../contact/send-reply.job.js';
import { openJobsDatabase } from '../database.js';
import { outcomeJobs, type OutcomeParts } from '../decisions/send-decision.job.js';
import { queueDigests, digestJobs } from '../digest/send-digest.job.js';
import type { HandlersOf } from '../jobs/job.js';
import type { PeriodicTask } from '../jobs/periodic-tasks.js';
import { ReportMailbox } from '../newsletter/report-mailbox.js';
import { campaignOfPostJobs, publishPostJobs } from '../newsletter/post-jobs.js';
import { startDueCampaigns } from '../newsletter/campaign-schedule.js';
import { campaignHeldMailJobs, checkCampaignsJobs } from '../newsletter/campaign-holds.js';
import { measureConfirmations } from '../newsletter/confirmation-budget.js';
import { contentClient, type ContentClient } from '../newsletter/content-client.js';
import { campaignJobs, type CampaignParts, type DeliverySettings } from '../newsletter/deliver-campaign.job.js';
import { subscriptionMailJobs } from '../newsletter/subscription-mails.js';
import { testMailJobs } from '../newsletter/test-mails.js';
import { suppressionJobs, suppressionList } from '../newsletter/suppressions.js';
import { warningWatch } from '../newsletter/warning-watch.js';
import { makeWeeklyCampaign } from '../newsletter/campaigns.js';
import { snapshotOutcome } from '../snapshots/snapshot-decision.js';
import { sponsorOutcome } from '../sponsors/sponsor-decision.js';

export interface MailWorkerParts extends CampaignParts, OutcomeParts {
  /** Has its own connections, so that no other mail waits for a campaign's. */
  campaignMailer: Mailer;
  auth: AuthClients;
  content: ContentClient;
  delivery: DeliverySettings;
  confirmationsPerDay: number;
  /** Set if a mailbox gets the bounces. */
  reportMailbox?: ReportMailbox;
}

/** Jobs of the queue `mail`: this service's mails and auth's account mails. */
export const mailJobs = (parts: MailWorkerParts): HandlersOf<JobName<'mail'>> => ({
  ...subscriptionMailJobs(parts),
  ...suppressionJobs(parts),
  ...outcomeJobs(parts, { snapshot: snapshotOutcome, sponsor: sponsorOutcome }),
  ...replyJobs(parts),
  ...accountMailJobs(parts),
  ...digestJobs(parts),
  ...campaignHeldMailJobs(parts),
  ...testMailJobs(parts),
});

/** Jobs of the queue `newsletter`: campaigns, and content's jobs to publish a post and send it. */
export const newsletterJobs = (parts: MailWorkerParts): HandlersOf<JobName<'newsletter'>> => ({
  ...campaignJobs({ ...parts, mailer: parts.campaignMailer }, parts.delivery),
  ...checkCampaignsJobs(parts),
  ...campaignOfPostJobs(parts),
  ...publishPostJobs(parts),
});

/** Concurrent jobs. */
export const maxConcurrentEmails = 3;
/** Only one campaign is delivered at a time; the other jobs are short. */
export const maxConcurrentCampaignJobs = 2;

/** One for each job, and one for periodic work. */
const maxConnections = 6;

/** Opens the database and clients, which the caller must close. */
export async function openMailWorkerParts(
  config: WorkerConfig,
  logger: Logger,
): Promise<MailWorkerParts & { close(): Promise<void> }> {
  const identity = new PeerIdentity('worker', tlsFiles(config), logger);
  const dataSource = await openJobsDatabase(config, { applicationName: 'submissions-worker', maxConnections });
  const auth = authClients({ peer: 'auth', address: config.AUTH_GRPC_ADDRESS, identity });
  const content = contentClient({ peer: 'content', address: config.CONTENT_GRPC_ADDRESS, identity });
  const address = config.NOTIFICATIONS_GRPC_ADDRESS;
  const notifications = address ? ({ peer: 'notifications', address, identity } as const) : undefined;
  const warnings = notifications && warningWatch(notifications);
  const suppressions = notifications && suppressionList(notifications);
  const confirmationsPerDay = config.NEWSLETTER_CONFIRMATIONS_PER_DAY;
  const returnPaths = returnPathsOf(config);
  const reportMailbox =
    config.MAIL_REPORTS_MAILBOX && returnPaths
      ? new ReportMailbox({
          address: config.MAIL_REPORTS_MAILBOX,
          dataSource,
          returnPaths,
          logger,
          notifications,
        })
      : undefined;
  const stopMeasuring = measureConfirmations({ dataSource, maxEmailsPerDay: confirmationsPerDay });
  const { site, mailer: mailerSettings } = mailSettings(config);
  const stopChecking = warnWithoutTls(config.SMTP_URL, logger);
  const mailer = openMailer(mailerSettings);
  const campaignMailer = openMailer(mailerSettings);
  return {
    dataSource,
    mailer,
    campaignMailer,
    site,
    auth,
    content,
    countsLinks: config.NEWSLETTER_LINK_COUNTS,
    ...(warnings && { warnings }),
    ...(suppressions && { suppressions }),
    delivery: { emailsPerSecond: config.MAIL_RATE_PER_SECOND },
    confirmationsPerDay,
    ...(reportMailbox && { reportMailbox }),
    async close() {
      stopMeasuring();
      auth.close();
      content.close();
      warnings?.close();
      suppressions?.close();
      reportMailbox?.close();
      mailer.close();
      campaignMailer.close();
      stopChecking();
      await dataSource.destroy();
    },
  };
}

/** Returns the worker's periodic work. */
export const mailTasks = ({ dataSource, auth, content, reportMailbox }: MailWorkerParts): PeriodicTask[] => [
  ...(reportMailbox
    ? [{ name: 'read the bounce mailbox', intervalSeconds: 60, firstAfterSeconds: 15, run: () => reportMailbox.read() }]
    : []),
  {
    name: 'ask for digests',
    intervalSeconds: 30,
    firstAfterSeconds: 10,
    run: (rows) => queueDigests(dataSource, auth, rows),
  },
  {
    // Campaigns are scheduled to the minute and may be at most 20 s late.
    name: 'send planned newsletters',
    intervalSeconds: 15,
    firstAfterSeconds: 1,
    run: (rows) => startDueCampaigns(dataSource, rows),
  },
  {
    name: 'make the weekly newsletter',
    intervalSeconds: 600,
    firstAfterSeconds: 30,
    run: async () => ((await makeWeeklyCampaign(dataSource, content, new Date())) ? 1 : 0),
  },
];
