/** Dispatches for admins, delivery figures for the public, and the kill switch. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import {
  DeliveriesServiceControllerMethods,
  type DeliveriesServiceController,
  type GetRunRequest,
  type ListRunsRequest,
  type SetBrakeRequest,
} from '@site/proto/gen/nest/notifications/v1/deliveries';
import { invalidField, readCaller } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { readKillSwitch, setKillSwitch } from '../kill-switch/kill-switch.js';
import { SETTINGS, type NotificationSettings } from '../config.js';
import { readDeliveryStats } from './delivery-statistics.js';
import { findDispatch, isUrgent, listDispatches } from './dispatches.js';

const maxReasonLength = 300;

@Controller()
@DeliveriesServiceControllerMethods()
export class DeliveriesController implements DeliveriesServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: NotificationSettings,
  ) {}

  getDeliveryFigures() {
    return readDeliveryStats(this.dataSource);
  }

  async listRuns(request: ListRunsRequest) {
    return listDispatches(this.dataSource, request);
  }

  async getRun({ id }: GetRunRequest) {
    return { run: await findDispatch(this.dataSource, id) };
  }

  async getBrake() {
    return readKillSwitch(this.dataSource);
  }

  /** Pauses or resumes all sending. @throws INVALID_ARGUMENT naming `reason` if a pause has none */
  async setBrake({ paused, reason }: SetBrakeRequest, metadata?: Metadata) {
    const admin = readCaller(metadata);
    const trimmedReason = reason.trim();
    const length = [...trimmedReason].length;
    if (paused && (length < 1 || length > maxReasonLength))
      throw invalidField('reason', `Please say why, in 1 to ${maxReasonLength} characters.`);
    return { killSwitch: await setKillSwitch(this.dataSource, { paused, reason: paused ? trimmedReason : '' }, admin) };
  }

  /** Returns whether urgent messages are being sent, which newsletters wait for. */
  async getUrgency() {
    return { urgent: !this.settings.paused && (await isUrgent(this.dataSource)) };
  }
}
