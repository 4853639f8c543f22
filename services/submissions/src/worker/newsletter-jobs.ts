import { accountMailJobs } from '../accounts/account-mails.job.js';
import type { JobName } from '@site/proto/queues';
import type { AuthClients } from '../accounts/auth-clients.js';
import { replyJobs } from '../contact/send-reply.job.js';
import { outcomeJobs, type OutcomeParts } from '../decisions/send-outcome.job.js';
import { digestJobs } from '../digest/send-digest.job.js';
import type { HandlersOf } from '../jobs/job.js';
import { campaignOfPostJobs } from '../newsletter/campaign-of-post.job.js';
import type { ContentClient } from '../newsletter/content-client.js';
import { campaignJobs, type CampaignParts, type DeliverySettings } from '../newsletter/deliver-campaign.job.js';
import { subscriptionMailJobs } from '../newsletter/subscription-mails.job.js';
import { publishPostJobs } from '../newsletter/publish-post.job.js';
import { testMailJobs } from '../newsletter/test-mails.js';
import { snapshotOutcome } from '../snapshots/snapshot-outcome.js';
import { sponsorOutcome } from '../sponsors/sponsor-outcome.js';

export interface NewsletterParts extends CampaignParts, OutcomeParts {
  auth: AuthClients;
  content: ContentClient;
  delivery: DeliverySettings;
  confirmationsPerDay: number;
}

/**
 * The jobs of the queue `newsletter`: this service's mails, auth's account mails, and content's jobs to publish a post
 * and to send it as a newsletter.
 */
export const newsletterJobs = (parts: NewsletterParts): HandlersOf<JobName<'newsletter'>> => ({
  ...subscriptionMailJobs(parts),
  ...outcomeJobs(parts, { snapshot: snapshotOutcome, sponsor: sponsorOutcome }),
  ...replyJobs(parts),
  ...accountMailJobs(parts),
  ...digestJobs(parts),
  ...campaignJobs(parts, parts.delivery),
  ...campaignOfPostJobs(parts),
  ...publishPostJobs(parts),
  ...testMailJobs(parts),
});
