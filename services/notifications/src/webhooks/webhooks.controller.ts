/** The dashboard's webhooks, which admins add and delete. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { once } from '@site/platform/data/idempotency';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  WebhooksServiceControllerMethods,
  type CreateWebhookRequest,
  type WebhooksServiceController,
} from '@site/proto/gen/nest/notifications/v1/webhooks';
import { conflict, invalid, invalidField, notFound, readCaller } from '@site/proto/grpc';
import { webhookInput, type WebhookInput } from '@site/proto/notifications/v1/webhooks.schema';
import { DataSource } from 'typeorm';
import { AddressSeal } from '../channels/address-seal.js';
import { isPublicHttps } from './webhook-address.js';
import { addWebhook, listWebhooks, readWebhook, removeWebhook } from './webhooks.js';

@Controller()
@WebhooksServiceControllerMethods()
export class WebhooksController implements WebhooksServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AddressSeal) private readonly seal: AddressSeal,
  ) {}

  async listWebhooks() {
    return { webhooks: await listWebhooks(this.dataSource.manager, this.seal) };
  }

  /** Returns the signing secret. Idempotent by key. @throws INVALID_ARGUMENT with the fields */
  async createWebhook(request: CreateWebhookRequest, metadata?: Metadata) {
    const admin = readCaller(metadata);
    const { idempotency } = request;
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    const input = checked(request);
    return this.dataSource.transaction(async (manager) => {
      // The secret is only stored sealed.
      const { response } = await once(manager, 'notifications.webhook', idempotency, async () => {
        const id = await addWebhook(manager, this.seal, input);
        await audit(manager, admin, 'webhook.create', id, input.name, new URL(input.url).host);
        return { id };
      });
      const created = await readWebhook(manager, this.seal, response.id);
      if (!created) throw conflict('This webhook was deleted in the meantime.');
      return created;
    });
  }

  async deleteWebhook({ id }: Id, metadata?: Metadata) {
    const admin = readCaller(metadata);
    return this.dataSource.transaction(async (manager) => {
      const name = isId(id) ? await removeWebhook(manager, id) : undefined;
      if (name === undefined) throw notFound('There is no such webhook.');
      await audit(manager, admin, 'webhook.delete', id, name);
      return {};
    });
  }
}

/** @throws INVALID_ARGUMENT with the invalid fields */
function checked({ name, url, counties, kinds, minLevel }: CreateWebhookRequest): WebhookInput {
  const result = webhookInput.safeParse({ name, url, counties, kinds, min_level: minLevel });
  if (!result.success) {
    const fields = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    throw invalid(fields[0]?.message ?? 'Please check what you entered.', fields);
  }
  if (!isPublicHttps(new URL(result.data.url))) throw invalidField('url', 'Address must be a public https address');
  return result.data;
}
