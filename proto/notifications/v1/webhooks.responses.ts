import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { preferredKinds } from '@site/domain/notifications/kinds';

/** A system that receives warnings by signed webhooks. */
export const webhookResponse = z.strictObject({
  id: text,
  name: text,
  host: text.describe('Host of its address; the rest may contain a secret and is not shown again.'),
  counties: z.array(text).describe('FIPS codes.'),
  kinds: z.array(z.enum(preferredKinds)).describe('As in the preferences of a subscription.'),
  min_level: integer.describe('As in the preferences of a subscription.'),
  created_at: text,
  last_ok_at: textOrNull.describe('When it last accepted a call.'),
  last_error: textOrNull.describe('Why its last call failed, and what to do; null if it succeeded.'),
  last_error_at: textOrNull.describe('Since when calls fail for this reason.'),
});
export type Webhook = z.infer<typeof webhookResponse>;

export const webhooksResponse = z.strictObject({ webhooks: z.array(webhookResponse).describe('Newest first.') });
export type Webhooks = z.infer<typeof webhooksResponse>;

export const createdWebhookResponse = z.strictObject({
  webhook: webhookResponse,
  secret: text.describe('Signs its calls (standardwebhooks.com); shown only once.'),
});
export type CreatedWebhook = z.infer<typeof createdWebhookResponse>;
