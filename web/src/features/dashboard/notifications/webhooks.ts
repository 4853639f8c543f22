import type { CreatedWebhook, Webhook, Webhooks } from '@site/proto/notifications/v1/webhooks.answers';
import type { WebhookInput } from '@site/proto/notifications/v1/webhooks.schema';
import { wishLevels } from '@site/domain/notifications/kinds';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';

/** Systems of emergency managers that are told of warnings by signed calls. */

const address = '/admin/main/notifications/webhooks';
export const webhooksKey = 'webhooks';

/** All of them, newest first. */
export const webhooksQuery = queryOptions({
  queryKey: ['admin', webhooksKey],
  queryFn: async ({ signal }) => (await request<Webhooks>(address, { signal })).data.webhooks,
  staleTime: 0,
});

/** Lets one in. Its secret is in this answer and in no other. */
export const createWebhook = (input: WebhookInput, headers: Record<string, string>) =>
  request<CreatedWebhook>(address, { method: 'POST', json: input, headers });

/** Ends delivery to one. */
export const deleteWebhook = ({ id }: Webhook) => request(`${address}/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** "Warnings only". */
export const levelWords = ({ least_level: level }: Webhook): string =>
  wishLevels.find((known) => known.level === level)?.label ?? `Level ${level} and above`;
