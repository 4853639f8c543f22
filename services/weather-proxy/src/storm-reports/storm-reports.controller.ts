import { Controller, Inject } from '@nestjs/common';
import {
  StormReportsServiceControllerMethods,
  type ListStormReportsResponse,
  type StormReportsServiceController,
} from '@site/proto/gen/nest/weather/v1/storm_reports';
import { StormReportsFeed } from './storm-reports-feed.js';

@Controller()
@StormReportsServiceControllerMethods()
export class StormReportsController implements StormReportsServiceController {
  constructor(@Inject(StormReportsFeed) private readonly feed: StormReportsFeed) {}

  listStormReports(): ListStormReportsResponse {
    return this.feed.list();
  }
}
