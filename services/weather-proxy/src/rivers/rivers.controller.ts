import { Controller, Inject } from '@nestjs/common';
import { invalid } from '@site/proto/grpc';
import {
  RiversServiceControllerMethods,
  type GetGaugeRequest,
  type GetGaugeResponse,
  type ListGaugesResponse,
  type RiversServiceController,
} from '@site/proto/gen/nest/weather/v1/rivers';
import { RiversFeed } from './rivers-feed.js';

const idForm = /^[A-Z0-9]{5}$/;

@Controller()
@RiversServiceControllerMethods()
export class RiversController implements RiversServiceController {
  constructor(@Inject(RiversFeed) private readonly feed: RiversFeed) {}

  listGauges(): ListGaugesResponse {
    return this.feed.list();
  }

  async getGauge({ id }: GetGaugeRequest): Promise<GetGaugeResponse> {
    const name = id.toUpperCase();
    if (!idForm.test(name)) throw invalid('must be a gauge id');
    return this.feed.gauge(name);
  }
}
