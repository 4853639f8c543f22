import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { readAdmin } from '@site/platform/data/admin';
import {
  DeliveriesServiceControllerMethods,
  type DeliveriesServiceController,
  type GetBrakeRequest,
  type GetBrakeResponse,
  type GetDeliveryFiguresResponse,
  type GetRunRequest,
  type GetRunResponse,
  type GetUrgencyResponse,
  type ListRunsRequest,
  type ListRunsResponse,
  type SetBrakeRequest,
  type SetBrakeResponse,
} from '@site/proto/gen/nest/notifications/v1/deliveries';
import { invalid } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { readKillSwitch, setKillSwitch } from '../kill-switch/kill-switch.js';
import { SETTINGS, type NotificationSettings } from '../settings.js';
import { deliveryFigures } from './delivery-figures.js';
import { findDispatch, isUrgent, listDispatches } from './dispatches.js';

const longestReason = 300;

@Controller()
@DeliveriesServiceControllerMethods()
export class DeliveriesController implements DeliveriesServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: NotificationSettings,
  ) {}

  getDeliveryFigures(): Promise<GetDeliveryFiguresResponse> {
    return deliveryFigures(this.dataSource);
  }

  async listRuns(request: ListRunsRequest, metadata?: Metadata): Promise<ListRunsResponse> {
    readAdmin(metadata, 'see what was sent');
    return listDispatches(this.dataSource, request);
  }

  async getRun({ id }: GetRunRequest, metadata?: Metadata): Promise<GetRunResponse> {
    readAdmin(metadata, 'see what was sent');
    return { run: await findDispatch(this.dataSource, id) };
  }

  async getBrake(_request: GetBrakeRequest, metadata?: Metadata): Promise<GetBrakeResponse> {
    readAdmin(metadata, 'see whether sending is paused');
    return readKillSwitch(this.dataSource);
  }

  async setBrake({ held, reason }: SetBrakeRequest, metadata?: Metadata): Promise<SetBrakeResponse> {
    const admin = readAdmin(metadata, 'pause sending');
    const said = reason.trim();
    const length = [...said].length;
    if (held && (length < 1 || length > longestReason)) {
      const message = `Please say why, in 1 to ${longestReason} characters.`;
      throw invalid(message, [{ field: 'reason', message }]);
    }
    return { brake: await setKillSwitch(this.dataSource, { held, reason: held ? said : '' }, admin) };
  }

  async getUrgency(): Promise<GetUrgencyResponse> {
    return { urgent: !this.settings.paused && (await isUrgent(this.dataSource)) };
  }
}
