/** Dashboard routes that show and stop the delivery of warnings. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Get, Inject, Param, Query } from '@nestjs/common';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { DeliveriesServiceClient } from '@site/proto/gen/nest/notifications/v1/deliveries';
import type { SubscriptionsServiceClient } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import {
  killSwitchResponse,
  notificationsResponse,
  dispatchResponse,
  type Notifications,
} from '@site/proto/notifications/v1/deliveries.responses';
import { segmentsResponse, type ChannelCount } from '@site/proto/notifications/v1/subscriptions.responses';
import { killSwitchInput } from '@site/proto/notifications/v1/subscriptions.schema';
import { z } from 'zod';
import { CurrentAlerts } from '../../responses/current-alerts.js';
import { deliveryJson } from '../../responses/delivery-statistics.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { requireId } from '../../edge/http-errors.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn } from '../../edge/session.guard.js';
import { toKillSwitchJson, toDispatchJson } from './notification-messages.js';

const noSuchDispatch = 'This dispatch does not exist.';

/** Warning deliveries in the dashboard: what is being sent, how fast, and the kill switch. */
@DashboardController('admin/main/notifications', 'notifications (dashboard)', 'operate')
export class AdminNotificationsController {
  private readonly deliveries;
  private readonly subscriptions;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
  ) {
    this.deliveries = clients.of<DeliveriesServiceClient>('notifications', 'DeliveriesService');
    this.subscriptions = clients.of<SubscriptionsServiceClient>('notifications', 'SubscriptionsService');
  }

  @Get('overview')
  @Describe(
    'Channels by kind and state, whether sending is paused and why, and how fast warnings were delivered.',
    notificationsResponse,
    [401, 403, 503],
  )
  async overview(@CallMetadata() metadata: Metadata) {
    const [{ counts }, killSwitch, stats] = await Promise.all([
      this.subscriptions.countSubscribers({}, metadata),
      this.deliveries.getKillSwitch({}, metadata),
      this.deliveries.getDeliveryFigures({}, metadata),
    ]);
    return success<Notifications>('Notifications', {
      channels: counts as ChannelCount[],
      kill_switch: toKillSwitchJson(killSwitch),
      delivery: deliveryJson(stats, this.alerts.eventsStuckSince),
    });
  }

  @Get('segments')
  @Describe(
    'The number of confirmed devices and addresses per kind of weather and per county.',
    segmentsResponse,
    [401, 403, 503],
  )
  async segments(@CallMetadata() metadata: Metadata) {
    const { counties, kinds } = await this.subscriptions.countSegments({}, metadata);
    return success('Segments', { counties, kinds });
  }

  @Get('dispatches')
  @Describe(
    'Current and past dispatches, newest first, paged by next_cursor.',
    z.array(dispatchResponse),
    [400, 401, 403, 503],
  )
  async dispatches(@Query({ schema: pageQuery }) { cursor, limit }: PageQuery, @CallMetadata() metadata: Metadata) {
    const page = await this.deliveries.listDispatches({ cursor, limit }, metadata);
    return success('Dispatches', page.dispatches.map(toDispatchJson), { next_cursor: page.nextCursor ?? null });
  }

  @Get('dispatches/:id')
  @Describe('The progress of a dispatch.', dispatchResponse, [401, 403, 404, 503])
  async dispatch(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const dispatch = await this.deliveries.getDispatch({ id: requireId(id, noSuchDispatch) }, metadata);
    return success('Dispatch', toDispatchJson(dispatch));
  }

  @NeedsRecentSignIn()
  @PostJson('kill-switch')
  @Describe(
    'Pauses all sending, with a reason that everyone on duty can read, or resumes it. Paused messages are sent later only if they are still in effect.',
    killSwitchResponse,
    [400, 401, 403, 415, 503],
  )
  async setKillSwitch(
    @Body({ schema: killSwitchInput }) input: z.infer<typeof killSwitchInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const killSwitch = await this.deliveries.setKillSwitch(input, metadata);
    return success(input.paused ? 'All sending is paused.' : 'Sending has resumed.', toKillSwitchJson(killSwitch));
  }
}
