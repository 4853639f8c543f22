import { Inject, Injectable } from '@nestjs/common';
import type {
  DeliveriesServiceClient,
  GetDeliveryFiguresResponse,
} from '@site/proto/gen/nest/notifications/v1/deliveries';
import {
  deliveredWarningResponse,
  deliveryPeriodResponse,
  type Delivery,
} from '@site/proto/notifications/v1/deliveries.responses';
import { Clients } from '../edge/clients/clients.js';
import { toResponse } from './response-from.js';
import { CurrentAlerts } from './current-alerts.js';
import { contentHeaders } from './public-responses.js';
import { RefreshAheadCaches, type RefreshAheadCache } from './refresh-ahead-cache.js';

/** Daily totals change slowly, but visitors watch a warning's figures while it's being sent. */
const pollIntervalMs = 15_000;

/** @param stuckSince since when no notification of new warnings is sent */
export const deliveryJson = (
  { periods, warnings, since }: GetDeliveryFiguresResponse,
  stuckSince: string | undefined,
): Delivery => ({
  periods: periods.map((period) => toResponse(deliveryPeriodResponse, period)),
  warnings: warnings.map((warning) => toResponse(deliveredWarningResponse, warning)),
  since: since ?? null,
  stuck_since: stuckSince ?? null,
});

/** How fast warnings were delivered, for the API and the page. */
@Injectable()
export class DeliveryStats {
  readonly cache: RefreshAheadCache<GetDeliveryFiguresResponse, Delivery>;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(RefreshAheadCaches) caches: RefreshAheadCaches,
    @Inject(CurrentAlerts) alerts: CurrentAlerts,
  ) {
    const deliveries = clients.of<DeliveriesServiceClient>('notifications', 'DeliveriesService');
    this.cache = caches.of({
      name: 'delivery',
      action: 'Warning delivery times',
      headers: contentHeaders,
      pollMs: pollIntervalMs,
      load: () => deliveries.getDeliveryFigures({}),
      toData: (stats) => deliveryJson(stats, alerts.eventsStuckSince),
    });
  }
}
