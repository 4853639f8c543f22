/** The response of the dashboard's home page: pending work, upcoming posts, figures, and the state of providers. */
import { z } from 'zod';
import { integerOrNull, text, textOrNull } from '../../responses.js';
import { auditEntryResponse } from '../../audit/v1/audit.responses.js';
import { campaignResponse } from './newsletter.responses.js';

export const providerResponse = z.strictObject({
  name: text,
  state: z.enum(['ok', 'failing', 'off']).describe("off: not configured, so it isn't used."),
  last_success_at: textOrNull,
  detail: text.describe('What is wrong, or why it is off; may be empty.'),
});
export type Provider = z.infer<typeof providerResponse>;

/** A figure is null while unavailable, or if the user's role may not see it. */
export const overviewResponse = z.strictObject({
  waiting: z.strictObject({
    snapshots: integerOrNull,
    sponsors: integerOrNull,
    contact_messages: integerOrNull.describe('All of them, including handled ones.'),
    new_messages: integerOrNull,
    drafts: integerOrNull,
    scheduled_posts: integerOrNull,
    planned_campaigns: integerOrNull,
    paused_campaigns: integerOrNull.describe('Not sent because their post isn’t on the site.'),
  }),
  waiting_since: z
    .strictObject({ snapshots: textOrNull, sponsors: textOrNull, new_messages: textOrNull, drafts: textOrNull })
    .describe('When the oldest pending one arrived; null when none is pending.'),
  coming: z
    .strictObject({ post_at: textOrNull, campaign_at: textOrNull })
    .describe('Times of the next scheduled post and the next planned campaign.'),
  outbox: z
    .strictObject({ unprocessed: integerOrNull, oldest_age_seconds: integerOrNull })
    .describe('Of all services; null while one of them doesn’t respond.'),
  failed_jobs: integerOrNull,
  newsletter: z.strictObject({
    confirmed: integerOrNull,
    pending: integerOrNull,
    last_campaign: campaignResponse.nullable(),
  }),
  providers: z.array(providerResponse),
  latest_audit: z.array(auditEntryResponse),
  services: z.record(text, z.enum(['up', 'down'])),
});
export type Overview = z.infer<typeof overviewResponse>;
