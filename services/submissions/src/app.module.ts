/** The submissions service: photos, sponsors, contact messages and the newsletter, assembled. */
import { Module, type DynamicModule } from '@nestjs/common';
import { AuditController } from '@site/platform/data/audit';
import { ChangeFeed, ChangesController } from '@site/platform/data/changes';
import { JobsController } from '@site/platform/jobs/jobs';
import { OUTBOX_SETTINGS, OutboxRelay, type OutboxSettings } from '@site/platform/jobs/outbox-relay';
import { MENTION_PLACES, MentionsController } from '@site/platform/lifecycle/mentions';
import { ON_IMAGE_FINISHED, ImageLedger } from '@site/platform/lifecycle/image-ledger';
import { ImagesController } from '@site/platform/lifecycle/images.controller';
import { RetentionSweep, SWEEP } from '@site/platform/lifecycle/retention';
import { ServiceModule, type ServiceParts } from '@site/platform/service/service.module';
import { MAIL_REPORTS, MailReportsController, REPORTED_RECIPIENTS } from '@site/platform/mail/mail-reports.controller';
import type { MailReportSettings } from '@site/platform/mail/report-access';
import { OBJECT_STORE } from '@site/platform/base/injection-tokens';
import { TRASH_KINDS, TrashController } from '@site/platform/lifecycle/trash';
import { ContactController } from './contact/contact.controller.js';
import { HomeController } from './home/home.controller.js';
import { onImageFinished, trashKinds } from './submission-kinds.js';
import { MailQueueAge } from './mail/mail-queue-age.js';
import { NewsletterController } from './newsletter/newsletter.controller.js';
import { reportedSubscribers } from './newsletter/subscriber-reports.js';
import { OverviewController } from './overview/overview.controller.js';
import { mentionPlaces } from './personal-data/mention-places.js';
import { PersonalDataController } from './personal-data/personal-data.controller.js';
import { sweepRetention } from './retention.js';
import { SavedTextsController } from './saved-texts/saved-texts.controller.js';
import { SnapshotsController } from './snapshots/snapshots.controller.js';
import { SponsorsController } from './sponsors/sponsors.controller.js';

export interface SubmissionsParts extends ServiceParts {
  /** Shortened by tests. */
  outbox?: OutboxSettings;
  /** Absent if this site doesn't process bounces and complaints. */
  mailReports?: MailReportSettings | undefined;
}

@Module({
  controllers: [
    SnapshotsController,
    SponsorsController,
    ContactController,
    SavedTextsController,
    NewsletterController,
    MailReportsController,
    HomeController,
    OverviewController,
    PersonalDataController,
    AuditController,
    TrashController,
    JobsController,
    ImagesController,
    ChangesController,
    MentionsController,
  ],
  providers: [
    { provide: TRASH_KINDS, useFactory: trashKinds, inject: [OBJECT_STORE] },
    ImageLedger,
    { provide: MENTION_PLACES, useValue: mentionPlaces },
    { provide: ON_IMAGE_FINISHED, useValue: onImageFinished },
    ChangeFeed,
    OutboxRelay,
    MailQueueAge,
    { provide: REPORTED_RECIPIENTS, useValue: reportedSubscribers },
    RetentionSweep,
    { provide: SWEEP, useValue: sweepRetention },
  ],
})
export class AppModule {
  static with({ outbox, mailReports, ...parts }: SubmissionsParts): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [
        ...(outbox ? [{ provide: OUTBOX_SETTINGS, useValue: outbox }] : []),
        ...(mailReports ? [{ provide: MAIL_REPORTS, useValue: mailReports }] : []),
      ],
    };
  }
}
