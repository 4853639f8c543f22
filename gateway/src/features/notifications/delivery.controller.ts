import { Inject, Req, Res } from '@nestjs/common';
import type { SubscriptionsServiceClient } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { deliveryResponse } from '@site/proto/notifications/v1/deliveries.responses';
import { pushKeyResponse } from '@site/proto/notifications/v1/subscriptions.responses';
import type { Request, Response } from 'express';
import { toResponse } from '../../responses/response-from.js';
import { DeliveryStats } from '../../responses/delivery-statistics.js';
import { contentHeaders } from '../../responses/public-responses.js';
import { RefreshAheadCaches } from '../../responses/refresh-ahead-cache.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

/** A setting of the service that changes only when it restarts. */
const keyPollIntervalMs = 30_000;

/** How fast warnings were delivered, and which channels this site offers. The same for all clients. */
@PublicController('main/notifications', 'notifications')
export class DeliveryController {
  private readonly pushKey;

  constructor(
    @Inject(DeliveryStats) private readonly deliveryStats: DeliveryStats,
    @Inject(Clients) clients: Clients,
    @Inject(RefreshAheadCaches) caches: RefreshAheadCaches,
  ) {
    const subscriptions = clients.of<SubscriptionsServiceClient>('notifications', 'SubscriptionsService');
    this.pushKey = caches.of({
      name: 'push key',
      action: 'Notification channels',
      headers: contentHeaders,
      pollMs: keyPollIntervalMs,
      load: () => subscriptions.getPushKey({}),
      toData: (channels) => toResponse(pushKeyResponse, channels),
    });
  }

  @CachedGet('key')
  @Describe(
    'The public key for browser subscriptions (VAPID, RFC 8292), and the site’s other channels.',
    pushKeyResponse,
    [429, 503],
  )
  async key(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pushKey.send(request, response);
  }

  @CachedGet('delivery')
  @Describe(
    'How long warnings took from the weather service to us and from us to subscribers: over 24 hours, 30 days and a year, and for each of the last 20 tornado warnings.',
    deliveryResponse,
    [429, 503],
  )
  async delivery(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.deliveryStats.cache.send(request, response);
  }
}
