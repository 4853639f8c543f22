import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import {
  PersonalDataServiceControllerMethods,
  type ErasePersonalDataRequest,
  type ExportPersonalDataRequest,
  type PersonalDataServiceController,
} from '@site/proto/gen/nest/notifications/v1/personal_data';
import { readCaller } from '@site/proto/grpc';
import { emailKey } from '@site/domain/email-address';
import { usPhoneField } from '@site/proto/notifications/v1/subscriptions.schema';
import { DataSource, type EntityManager } from 'typeorm';
import { AddressSeal } from '../channels/address-seal.js';
import { findToken } from '../channels/tokens.js';
import { eraseSubscription, readSubscription } from './stored-subscription.js';

/** For the audit log, without personal data. */
const formatCount = (count: number) =>
  count === 0 ? 'nothing' : `${count} alert subscription${count === 1 ? '' : 's'}`;

/** Exports and erases data about one email address, phone number or browser. */
@Controller()
@PersonalDataServiceControllerMethods()
export class PersonalDataController implements PersonalDataServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AddressSeal) private readonly seal: AddressSeal,
  ) {}

  /** `alerts` is absent if nothing is stored. The audit entry doesn't name the person. */
  async exportPersonalData(request: ExportPersonalDataRequest, metadata?: Metadata) {
    const admin = readCaller(metadata);
    return this.dataSource.transaction(async (manager) => {
      const alerts = await readSubscription(manager, await this.hashOf(manager, request));
      await audit(manager, admin, 'person.export', newId(), '', formatCount(alerts ? 1 : 0));
      return { ...(alerts && { alerts }) };
    });
  }

  /** Returns the number of erased subscriptions: 0 or 1. */
  async erasePersonalData(request: ErasePersonalDataRequest, metadata?: Metadata) {
    const admin = readCaller(metadata);
    return this.dataSource.transaction(async (manager) => {
      const subscriptions = await eraseSubscription(manager, await this.hashOf(manager, request));
      await audit(manager, admin, 'person.erase', newId(), '', formatCount(subscriptions));
      return { subscriptions };
    });
  }

  /** Returns the requested address's hash, or one that no channel has. */
  private async hashOf(manager: EntityManager, { email, phone, push }: ErasePersonalDataRequest): Promise<Buffer> {
    if (phone !== undefined) return this.seal.hash('sms', usPhoneField.safeParse(phone).data ?? '');
    if (push === undefined) return this.seal.hash('mail', emailKey(email));
    const url = URL.canParse(push) ? new URL(push) : undefined;
    const channel = await findToken(manager, url?.searchParams.get('token') ?? '');
    return channel?.addressHash ?? this.seal.hash('push', url?.href ?? '');
  }
}
