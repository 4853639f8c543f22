/** Dispatches for admins, delivery figures for the public, and the kill switch. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import type { Id, Page } from '@site/proto/gen/nest/common/v1/common';
import {
  DeliveriesServiceControllerMethods,
  type DeliveriesServiceController,
  type SetKillSwitchRequest,
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

  async listDispatches(request: Page) {
    return listDispatches(this.dataSource, request);
  }

  async getDispatch({ id }: Id) {
    return findDispatch(this.dataSource, id);
  }

  async getKillSwitch() {
    return readKillSwitch(this.dataSource);
  }

  /** Pauses or resumes all sending. @throws INVALID_ARGUMENT naming `reason` if a pause has none */
  async setKillSwitch({ paused, reason }: SetKillSwitchRequest, metadata?: Metadata) {
    const admin = readCaller(metadata);
    const trimmedReason = reason.trim();
    const length = [...trimmedReason].length;
    if (paused && (length < 1 || length > maxReasonLength))
      throw invalidField('reason', `Please say why, in 1 to ${maxReasonLength} characters.`);
    return setKillSwitch(this.dataSource, { paused, reason: paused ? trimmedReason : '' }, admin);
  }

  /** Returns whether urgent messages are being sent, which newsletters wait for. */
  async getUrgency() {
    return { urgent: !this.settings.paused && (await isUrgent(this.dataSource)) };
  }
}
