import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { campaignStates, frequencies, holdReasons, reportReasonKinds, subscriberStates } from './newsletter.schema.js';

const frequency = z.enum(frequencies);

/** Identical for every address, so that it reveals nothing. */
export const newsletterActionResponse = z.strictObject({ action: text });
export const newsletterPreferencesResponse = z.strictObject({ frequency });
export type NewsletterPreferences = z.infer<typeof newsletterPreferencesResponse>;

export const campaignResponse = z.strictObject({
  id: text,
  post_id: textOrNull.describe('Null for the weekly one.'),
  title: text,
  state: z
    .enum(campaignStates)
    .describe(
      'planned: waits for scheduled_at. queued: about to be sent. held: stopped because of hold_reason. cancelled: canceled before it was sent.',
    ),
  hold_reason: z
    .enum(holdReasons)
    .nullable()
    .describe(
      'What happened to the post of a held campaign. late: it is paused because its time passed while it was held.',
    ),
  recipients: integer,
  sent: integer,
  failed: integer,
  skipped: integer.describe('Subscribers who unsubscribed before it was sent to them.'),
  maybe_repeated: integer.describe('Emails resent because a crash left it unknown whether they had been sent.'),
  created_at: text,
  started_at: textOrNull,
  finished_at: textOrNull,
  scheduled_at: textOrNull.describe('The scheduled time; null when it was sent immediately.'),
});
export type Campaign = z.infer<typeof campaignResponse>;

/** What editors see before they take its post off the site. */
export const postCampaignResponse = z
  .strictObject({ state: z.enum(campaignStates), scheduled_at: textOrNull })
  .nullable()
  .describe('Null when the post has no unfinished campaign.');
export type PostCampaign = z.infer<typeof postCampaignResponse>;

/** The same for all recipients. */
export const campaignLinkResponse = z.strictObject({
  number: integer,
  url: text,
  clicks: integer.describe('Includes clicks by programs that scan incoming email.'),
});
export type CampaignLink = z.infer<typeof campaignLinkResponse>;

/** The commonest reasons for which mails didn't reach their recipients. */
export const campaignReportReasonResponse = z.strictObject({
  kind: z.enum(reportReasonKinds).describe('failure: while sending. bounce, complaint: reported afterwards.'),
  reason: text.describe('Of the mail server or provider, without addresses.'),
  count: integer,
});
export type CampaignReportReason = z.infer<typeof campaignReportReasonResponse>;

/** `links` are empty if clicks aren't counted. */
export const fullCampaignResponse = campaignResponse.extend({
  links: z.array(campaignLinkResponse),
  bounced: integer.describe('Reported as undeliverable after they were sent.'),
  complained: integer.describe('Marked as spam by their recipients.'),
  report_reasons: z.array(campaignReportReasonResponse),
});
export type FullCampaign = z.infer<typeof fullCampaignResponse>;

export const mailPreviewResponse = z.strictObject({
  subject: text,
  html: text.describe('A complete document with styles and without scripts.'),
  text: text.describe('Plain-text version for programs without HTML support.'),
  version: integer.describe('Version of the post; a campaign created with it sends this email or none.'),
});
export type MailPreview = z.infer<typeof mailPreviewResponse>;

export const newsletterResponse = z.strictObject({
  subscribers: z.strictObject({
    pending: integer,
    confirmed: integer,
    unsubscribed: integer,
    bounced: integer,
    complained: integer,
  }),
  readers: z
    .strictObject({ each_mail: integer, weekly_mail: integer })
    .describe(
      'Recipients of a campaign created now: those who get each one separately, and those who get one email a week.',
    ),
  campaigns: z.array(campaignResponse),
  import_confirmations: z.boolean().describe('Whether imported addresses must confirm before they get email.'),
  link_counts: z.boolean().describe('Whether clicks on each link of an email are counted; never by whom.'),
});
export type Newsletter = z.infer<typeof newsletterResponse>;

export const subscriberResponse = z.strictObject({
  id: text,
  email: text,
  state: z.enum(subscriberStates),
  frequency,
  signed_up_at: text,
  confirmed_at: textOrNull,
  consent_source: text.describe('Where an imported address consented; otherwise empty.'),
});
export type Subscriber = z.infer<typeof subscriberResponse>;

/** What became of the rows of an imported file. */
export const importResponse = z.strictObject({
  added: integer,
  existing: integer.describe('Already signed up, so left as they are.'),
  problems: z.array(z.strictObject({ line: integer, message: text })).describe('Rows not imported; at most 500.'),
  problem_count: integer,
  unsubscribed: integer.describe('Left, by a column of the file: never a reader. Likewise the next two.'),
  bounced: integer,
  complained: integer,
  confirmations_left: integer
    .nullable()
    .describe('Imported addresses that can still get a confirmation mail today; null if they needn’t confirm.'),
});
export type ImportResponse = z.infer<typeof importResponse>;
