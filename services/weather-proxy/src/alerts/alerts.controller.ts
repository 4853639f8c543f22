/** The list of active alerts over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import {
  AlertsServiceControllerMethods,
  type AlertsServiceController,
  type ListAlertsResponse,
} from '@site/proto/gen/nest/weather/v1/alerts';
import { AlertFeed } from './alert-feed.js';

@Controller()
@AlertsServiceControllerMethods()
export class AlertsController implements AlertsServiceController {
  constructor(@Inject(AlertFeed) private readonly feed: AlertFeed) {}

  listAlerts(): Promise<ListAlertsResponse> {
    return this.feed.buildResponse();
  }
}
