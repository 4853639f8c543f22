/** Validation of webhooks in dashboard, gateway and service. */
import { z } from 'zod';
import { requiredLine } from '../../fields.js';
import { httpsAddress, preferenceFields } from './subscriptions.schema.js';

/** More than any state's emergency managers. */
export const maxWebhooks = 100;
const maxNameLength = 80;

const { counties, kinds, min_level } = preferenceFields.shape;

/** Body of POST /admin/main/notifications/webhooks. */
export const webhookInput = z
  .strictObject({
    name: requiredLine('Name', maxNameLength),
    url: httpsAddress('Address'),
    counties,
    kinds,
    min_level,
  })
  .meta({ id: 'AlertWebhookInput' });
export type WebhookInput = z.infer<typeof webhookInput>;
