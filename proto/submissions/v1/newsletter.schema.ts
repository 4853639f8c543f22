import { z } from 'zod';
import {
  maxLength,
  optionalEmail,
  optionalLine,
  optionalText,
  pageQuery,
  requiredEmail,
  requiredLine,
  requiredText,
  searchField,
} from '../../fields.js';
import { tokenField, unsubscribeBody } from '../../unsubscribe.js';

/** Body of POST /main/news/letter/create, for the form and the gateway. */
export const subscribeInput = z
  .strictObject({ email: requiredEmail('Please enter your email address.') })
  .meta({ id: 'SubscribeInput' });

/** Body of POST /main/news/letter/confirm. */
export const confirmInput = z.strictObject({ token: tokenField }).meta({ id: 'ConfirmInput' });

/** Body of POST /main/news/letter/unsubscribe. */
export const unsubscribeInput = unsubscribeBody.meta({ id: 'UnsubscribeInput' });

/** "all": each newsletter when it is sent; "weekly": one email a week. */
export const frequencies = ['all', 'weekly'] as const;
export type Frequency = (typeof frequencies)[number];

/** Body of POST /main/news/letter/preferences: sets the frequency, or returns it when absent. */
export const preferencesInput = z
  .strictObject({ token: tokenField, frequency: z.enum(frequencies, 'frequency must be all or weekly').optional() })
  .meta({ id: 'PreferencesInput' });

export const subscriberStates = ['pending', 'confirmed', 'unsubscribed', 'bounced', 'complained'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

export const campaignStates = ['planned', 'queued', 'sending', 'paused', 'held', 'sent', 'cancelled'] as const;
export type CampaignState = (typeof campaignStates)[number];

/** Why a campaign is held: its post's state. "late": it is paused because its time passed while it was held. */
export const reportReasonKinds = ['failure', 'bounce', 'complaint'] as const;
export const holdReasons = ['deleted', 'unpublished', 'unlisted', 'late'] as const;
export type HoldReason = (typeof holdReasons)[number];

const postId = requiredText('post_id', 36);
/** The state's local time, as in a `datetime-local` field. The gateway rejects times that don't exist. */
const sendAt = z.string('send_at must be a date and time').max(40, 'send_at must be a date and time');

/** What an admin adds to a campaign's email; empty fields have defaults. */
export const campaignContentInput = z.strictObject({
  subject: optionalLine('Subject', maxLength.title).describe('Otherwise the post’s title.'),
  preheader: optionalLine('Preheader', maxLength.title).describe('Otherwise the post’s first words.'),
  intro: optionalText('Introduction', maxLength.comment).describe('Plain text above the post.'),
  reply_to: optionalEmail.describe('Where replies go; otherwise to the sender.'),
});
export type CampaignContentInput = z.infer<typeof campaignContentInput>;

/** Body of POST /admin/main/newsletter/campaign. Without a time, the post is sent immediately. */
export const campaignInput = campaignContentInput
  .extend({
    post_id: postId,
    send_at: sendAt.optional(),
    version: z
      .int('version must be a whole number')
      .optional()
      .describe('Version of the previewed email. 409 if the post has changed since.'),
  })
  .meta({ id: 'CampaignInput' });
export type CampaignInput = z.infer<typeof campaignInput>;

/** Body of POST /admin/main/newsletter/campaign/{id}/time. */
export const campaignTimeInput = z.strictObject({ send_at: sendAt }).meta({ id: 'CampaignTimeInput' });

/** Body of POST /admin/main/newsletter/preview and …/test. */
export const trialMailInput = campaignContentInput.extend({ post_id: postId }).meta({ id: 'TrialMailInput' });
export type TrialMailInput = z.infer<typeof trialMailInput>;

const stateFilter = z.enum(subscriberStates, `state must be one of ${subscriberStates.join(', ')}`).optional();

/** Query of GET /admin/main/newsletter/subscribers. */
export const subscriberListQuery = pageQuery.extend({ state: stateFilter, q: searchField });

/** Query of GET /admin/main/newsletter/subscribers.csv. */
export const subscriberFileQuery = z.strictObject({ state: stateFilter, q: searchField });

/** Rows of a file to import; a file's bytes are limited where the gateway and nginx receive it. */
export const maxImportRows = 5_000;
/** Imported addresses that get a confirmation mail per UTC day, unless configured: one file. */
export const importedConfirmationsPerDay = maxImportRows;

/** More than enough for the rows, and below the limit of a gRPC message. */
export const maxImportBytes = 768 * 1024;

export const tooLargeImport = `Choose a file with at most ${maxImportRows.toLocaleString('en-US')} addresses and 768 KB`;

/** Body of POST /admin/main/newsletter/subscribers/import. */
export const importInput = z
  .strictObject({
    csv: z.string('csv must be the text of a file').min(1, 'The file is empty').max(maxImportBytes, tooLargeImport),
    consent_source: requiredLine('Source of the consent', maxLength.title),
  })
  .meta({ id: 'SubscriberImportInput' });
export type ImportInput = z.infer<typeof importInput>;
