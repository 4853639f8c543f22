import { Module, type DynamicModule } from '@nestjs/common';
import { AuditController } from '@site/platform/audit';
import { ChangeFeed, ChangesController } from '@site/platform/changes';
import { JobsController } from '@site/platform/jobs';
import { OUTBOX_SETTINGS, OutboxRelay, type OutboxSettings } from '@site/platform/outbox';
import { PICTURE_FINISHED, PictureLedger, PicturesController } from '@site/platform/pictures';
import { ServiceModule, type ServiceParts } from '@site/platform/service.module';
import { OBJECT_STORE } from '@site/platform/tokens';
import { TRASH_KINDS, TrashController } from '@site/platform/trash';
import { ContactController } from './contact/contact.controller.js';
import { HomeController } from './home/home.controller.js';
import { NewsletterController } from './newsletter/newsletter.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { pictureFinished } from './pictures/picture-finished.js';
import { RetentionSweep } from './retention/retention-sweep.js';
import { trashKinds } from './retention/trash-kinds.js';
import { SnapshotDecisions } from './snapshots/snapshot-decisions.js';
import { SnapshotsController } from './snapshots/snapshots.controller.js';
import { SponsorDecisions } from './sponsors/sponsor-decisions.js';
import { SponsorsController } from './sponsors/sponsors.controller.js';

export interface SubmissionsParts extends ServiceParts {
  /** For tests that do not want to wait. */
  outbox?: OutboxSettings;
}

/** The one list of what this service answers. */
@Module({
  controllers: [
    SnapshotsController,
    SponsorsController,
    ContactController,
    NewsletterController,
    HomeController,
    OverviewController,
    AuditController,
    TrashController,
    JobsController,
    PicturesController,
    ChangesController,
  ],
  providers: [
    SnapshotDecisions,
    SponsorDecisions,
    { provide: TRASH_KINDS, useFactory: trashKinds, inject: [OBJECT_STORE] },
    PictureLedger,
    { provide: PICTURE_FINISHED, useValue: pictureFinished },
    ChangeFeed,
    OutboxRelay,
    RetentionSweep,
  ],
})
export class AppModule {
  static with({ outbox, ...parts }: SubmissionsParts): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: outbox ? [{ provide: OUTBOX_SETTINGS, useValue: outbox }] : [],
    };
  }
}
