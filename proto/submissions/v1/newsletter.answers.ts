import { z } from 'zod';
import { integer, text, textOrNull } from '../../answers.js';
import { campaignStates, frequencies, subscriberStates } from './newsletter.schema.js';

const frequency = z.enum(frequencies);

/** The response to a sign-up: identical for every address, so that it reveals nothing about any of them. */
export const newsletterActionAnswer = z.strictObject({ action: text });
export const newsletterPreferencesAnswer = z.strictObject({ frequency });
export type NewsletterPreferences = z.infer<typeof newsletterPreferencesAnswer>;

/** A campaign and its progress. */
export const campaignAnswer = z.strictObject({
  id: text,
  post_id: textOrNull.describe('Null for the weekly one.'),
  title: text,
  state: z
    .enum(campaignStates)
    .describe('planned: waits for scheduled_at. queued: is about to be sent. cancelled: was called off.'),
  recipients: integer,
  sent: integer,
  failed: integer,
  skipped: integer.describe('Readers who unsubscribed before it was their turn.'),
  maybe_repeated: integer.describe(
    'Mails that were sent again after a crash, because nobody knew whether they had gone out.',
  ),
  created_at: text,
  started_at: textOrNull,
  finished_at: textOrNull,
  scheduled_at: textOrNull.describe('When it goes out, or went out; null when it was sent at once.'),
});
export type Campaign = z.infer<typeof campaignAnswer>;

/** A link of a campaign's emails: the same for all recipients. */
export const campaignLinkAnswer = z.strictObject({
  number: integer,
  url: text,
  clicks: integer.describe('Programs that look through mails follow links, too.'),
});
export type CampaignLink = z.infer<typeof campaignLinkAnswer>;

/** A campaign with its link clicks; empty if clicks aren't counted. */
export const wholeCampaignAnswer = campaignAnswer.extend({ links: z.array(campaignLinkAnswer) });
export type WholeCampaign = z.infer<typeof wholeCampaignAnswer>;

/** The email of a post as a subscriber would get it. */
export const mailPreviewAnswer = z.strictObject({
  subject: text,
  html: text.describe('A whole document, with styles and without scripts.'),
  text: text.describe('What programs show that show no HTML.'),
  version: integer.describe('Of the post; a campaign that names it sends this mail or none.'),
});
export type MailPreview = z.infer<typeof mailPreviewAnswer>;

/** The newsletter in the dashboard. */
export const newsletterAnswer = z.strictObject({
  subscribers: z.strictObject({
    pending: integer,
    confirmed: integer,
    unsubscribed: integer,
    bounced: integer,
    complained: integer,
  }),
  readers: z
    .strictObject({ each_mail: integer, weekly_mail: integer })
    .describe('Who gets a campaign that is made now: with a mail of its own, and with the one mail a week.'),
  campaigns: z.array(campaignAnswer),
  link_counts: z.boolean().describe('Whether it is counted how often each link of a mail is followed; never by whom.'),
});
export type Newsletter = z.infer<typeof newsletterAnswer>;

export const subscriberAnswer = z.strictObject({
  id: text,
  email: text,
  state: z.enum(subscriberStates),
  frequency,
  signed_up_at: text,
  confirmed_at: textOrNull,
});
export type Subscriber = z.infer<typeof subscriberAnswer>;
