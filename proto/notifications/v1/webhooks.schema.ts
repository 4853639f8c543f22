import { z } from 'zod';
import { requiredLine } from '../../fields.js';
import { httpsAddress, wishesFields } from './subscriptions.schema.js';

/** Validation rules for webhooks, shared by the dashboard, the gateway and the service. */

/** Above the number of any state's emergency managers. */
export const mostWebhooks = 100;
const longestName = 80;

const { counties, kinds, least_level } = wishesFields.shape;

/** Body of POST /admin/main/notifications/webhooks. */
export const webhookInput = z
  .strictObject({
    name: requiredLine('Name', longestName),
    url: httpsAddress('Address'),
    counties,
    kinds,
    least_level,
  })
  .meta({ id: 'AlertWebhookInput' });
export type WebhookInput = z.infer<typeof webhookInput>;
