/** Validation of webhooks in dashboard, gateway and service. */
import { z } from 'zod';
import { requiredLine } from '../../fields.js';
import { httpsAddress, wishesFields } from './subscriptions.schema.js';

/** More than any state's emergency managers. */
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
