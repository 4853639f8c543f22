import { Controller, Inject } from '@nestjs/common';
import { emailKey } from '@site/domain/email-address';
import {
  SuppressionsServiceControllerMethods,
  type FindSuppressionsRequest,
  type SetSuppressionRequest,
  type SuppressionsServiceController,
} from '@site/proto/gen/nest/notifications/v1/suppressions';
import { invalidField } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { AddressSeal } from './address-seal.js';
import { liftSuppression, suppressAddress } from './suppressions.js';

/** The suppression list for the worker, which sends newsletters. Addresses are compared and stored as hashes. */
@Controller()
@SuppressionsServiceControllerMethods()
export class SuppressionsController implements SuppressionsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AddressSeal) private readonly seal: AddressSeal,
  ) {}

  async findSuppressions({ emails }: FindSuppressionsRequest) {
    const hashes = emails.map((email) => this.hashOf(email));
    const rows = await this.dataSource.query<{ position: number; cause: string; since: Date }[]>(
      `SELECT position::integer, cause, since FROM unnest($1::bytea[]) WITH ORDINALITY AS requested (hash, position)
       JOIN suppressed_addresses ON address_hash = hash`,
      [hashes],
    );
    return {
      suppressions: rows.map(({ position, cause, since }) => ({
        email: emails[position - 1] ?? '',
        cause,
        since: since.toISOString(),
      })),
    };
  }

  async setSuppression({ email, cause, confirmedAt }: SetSuppressionRequest) {
    const { manager } = this.dataSource;
    const hash = this.hashOf(email);
    if (cause === 'bounce' || cause === 'complaint') await suppressAddress(manager, hash, cause);
    else if (cause === '') await liftSuppression(manager, hash, confirmedAt ? new Date(confirmedAt) : undefined);
    else throw invalidField('cause', 'cause must be bounce, complaint or empty');
    return {};
  }

  private hashOf = (email: string) => this.seal.hash('mail', emailKey(email));
}
