import { z } from 'zod';
import { integer, text, textOrNull } from '../../answers.js';
import { frequencies, subscriberStates } from './newsletter.schema.js';

const frequency = z.enum(frequencies);

/** The answer to a sign-up: true for every address, so that it tells nothing about any. */
export const newsletterActionAnswer = z.strictObject({ action: text });
export const newsletterPreferencesAnswer = z.strictObject({ frequency });
export type NewsletterPreferences = z.infer<typeof newsletterPreferencesAnswer>;

/** A mail to all who want it, and how far it has come. */
export const campaignAnswer = z.strictObject({
  id: text,
  post_id: textOrNull.describe('Null for the weekly one.'),
  title: text,
  state: z.enum(['queued', 'sending', 'sent']),
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
});
export type Campaign = z.infer<typeof campaignAnswer>;

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
