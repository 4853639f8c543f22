/** The notifications service: subscriptions, delivery figures, webhooks and personal data, assembled. */
import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnModuleDestroy,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { AuditController } from '@site/platform/data/audit';
import { ChangeFeed, ChangesController } from '@site/platform/data/changes';
import { MAIL_REPORTS, MailReportsController, REPORTED_RECIPIENTS } from '@site/platform/mail/mail-reports.controller';
import type { MailReportSettings } from '@site/platform/mail/report-access';
import { MENTION_PLACES, MentionsController, type MentionPlace } from '@site/platform/lifecycle/mentions';
import { RetentionSweep, SWEEP } from '@site/platform/lifecycle/retention';
import { ServiceModule, type ServiceParts } from '@site/platform/service/service.module';
import type { GrpcPackage } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { AddressSeal } from './channels/address-seal.js';
import { reportedChannels } from './channels/channel-reports.js';
import { measureChannels } from './channels/channel-metrics.js';
import { SuppressionsController } from './channels/suppressions.controller.js';
import { DeliveriesController } from './statistics/deliveries.controller.js';
import { PersonalDataController } from './personal-data/personal-data.controller.js';
import { sweepBy } from './retention.js';
import { measureDispatches } from './sending/dispatch-metrics.js';
import { SETTINGS, type NotificationSettings } from './config.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

export const packages: GrpcPackage[] = ['notifications', 'changes', 'audit', 'mail', 'mentions'];

const mentionPlaces: MentionPlace[] = [
  { table: 'kill_switch', label: 'Reason of the pause', columns: { reason: 'text', by_name: 'text' } },
  { table: 'webhooks', label: 'Webhook', columns: { name: 'text' }, key: 'channel_id' },
];

export interface NotificationsParts extends ServiceParts {
  seal: AddressSeal;
  settings: NotificationSettings;
  /** The event watch, and the sender if it has no separate process. */
  running?: Provider[];
  /** Absent if this site doesn't process bounces and complaints. */
  mailReports?: MailReportSettings | undefined;
}

@Injectable()
class DatabaseMetrics implements OnModuleInit, OnModuleDestroy {
  private stops: (() => void)[] = [];

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  onModuleInit() {
    this.stops = [measureChannels(this.dataSource), measureDispatches(this.dataSource)];
  }

  onModuleDestroy() {
    for (const stop of this.stops) stop();
  }
}

/** The service's gRPC API. No queue: a warning must not wait behind jobs. */
@Module({
  controllers: [
    SubscriptionsController,
    SuppressionsController,
    DeliveriesController,
    WebhooksController,
    MailReportsController,
    PersonalDataController,
    ChangesController,
    AuditController,
    MentionsController,
  ],
  providers: [
    ChangeFeed,
    DatabaseMetrics,
    { provide: MENTION_PLACES, useValue: mentionPlaces },
    { provide: SWEEP, useFactory: sweepBy, inject: [AddressSeal] },
    RetentionSweep,
    { provide: REPORTED_RECIPIENTS, useValue: reportedChannels },
  ],
})
export class AppModule {
  static with({ seal, settings, running = [], mailReports, ...parts }: NotificationsParts): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [
        { provide: AddressSeal, useValue: seal },
        { provide: SETTINGS, useValue: settings },
        ...(mailReports ? [{ provide: MAIL_REPORTS, useValue: mailReports }] : []),
        ...running,
      ],
    };
  }
}
