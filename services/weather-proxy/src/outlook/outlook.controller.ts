import { Controller, Inject } from '@nestjs/common';
import {
  OutlookServiceControllerMethods,
  type GetOutlookResponse,
  type OutlookServiceController,
} from '@site/proto/gen/nest/weather/v1/outlook';
import { OutlookFeed } from './outlook-feed.js';

@Controller()
@OutlookServiceControllerMethods()
export class OutlookController implements OutlookServiceController {
  constructor(@Inject(OutlookFeed) private readonly feed: OutlookFeed) {}

  getOutlook(): GetOutlookResponse {
    return { days: this.feed.days() };
  }
}
