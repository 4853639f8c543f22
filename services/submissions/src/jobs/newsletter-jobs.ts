import { z } from 'zod';
import { digestJobs } from '../digest/send-digest.job.js';
import { mailJobs } from '../mail/mail-jobs.js';
import type { MailParts } from '../mail/mail-parts.js';
import { deliverCampaignJob } from '../newsletter/campaign-ledger.js';
import { deliverCampaign, type DeliverySettings } from '../newsletter/deliver-campaign.job.js';
import { idField, job, type JobHandlers } from './job.js';

/** The queue "newsletter": everything that sends mail. */
export type NewsletterSettings = DeliverySettings;

export const newsletterJobs = (parts: MailParts, settings: NewsletterSettings): JobHandlers => ({
  ...mailJobs(parts),
  ...digestJobs(parts),
  [deliverCampaignJob]: job(z.object({ campaignId: idField }), 240, (run) => deliverCampaign(run, parts, settings)),
});
