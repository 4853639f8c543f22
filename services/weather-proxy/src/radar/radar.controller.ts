import { Controller, Inject } from '@nestjs/common';
import {
  RadarServiceControllerMethods,
  type ListFramesResponse,
  type RadarServiceController,
} from '@site/proto/gen/nest/weather/v1/radar';
import { RadarFeed } from './radar-feed.js';

@Controller()
@RadarServiceControllerMethods()
export class RadarController implements RadarServiceController {
  constructor(@Inject(RadarFeed) private readonly feed: RadarFeed) {}

  listFrames(): Promise<ListFramesResponse> {
    return this.feed.list();
  }
}
