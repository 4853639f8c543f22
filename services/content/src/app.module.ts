/** The content service, assembled from its features (`features.ts`). */
import { Module, type DynamicModule } from '@nestjs/common';
import { AuditController } from '@site/platform/data/audit';
import { ChangeFeed, ChangesController } from '@site/platform/data/changes';
import { JobsController } from '@site/platform/jobs/jobs';
import { OutboxRelay } from '@site/platform/jobs/outbox-relay';
import { MENTION_PLACES, MentionsController } from '@site/platform/lifecycle/mentions';
import { ON_IMAGE_FINISHED, IMAGE_VISIBILITY, ImageLedger } from '@site/platform/lifecycle/image-ledger';
import { ImagesController } from '@site/platform/lifecycle/images.controller';
import { RetentionSweep, SWEEP } from '@site/platform/lifecycle/retention';
import { ServiceModule, type ServiceParts } from '@site/platform/service/service.module';
import { TRASH_KINDS, TrashController } from '@site/platform/lifecycle/trash';
import type { GrpcPackage } from '@site/proto/grpc';
import { contentKinds, features } from './content-kinds.js';
import { HomeController } from './home/home.controller.js';
import { mentionPlaces } from './mention-places.js';
import { onImageFinished, getImageVisibility } from './images/image-use.js';
import { sweepRetention } from './retention.js';

/** Implemented by this service. */
export const packages: GrpcPackage[] = ['content', 'audit', 'changes', 'jobs', 'mentions', 'images', 'trash'];

@Module({
  controllers: [
    HomeController,
    ...features.map(({ controller }) => controller),
    AuditController,
    TrashController,
    ChangesController,
    ImagesController,
    JobsController,
    MentionsController,
  ],
  providers: [
    ChangeFeed,
    OutboxRelay,
    ImageLedger,
    ...features.flatMap(({ providers = [] }) => providers),
    { provide: ON_IMAGE_FINISHED, useValue: onImageFinished },
    { provide: IMAGE_VISIBILITY, useValue: getImageVisibility },
    { provide: MENTION_PLACES, useValue: mentionPlaces },
    { provide: TRASH_KINDS, useValue: contentKinds },
    { provide: SWEEP, useValue: sweepRetention },
    RetentionSweep,
  ],
})
export class AppModule {
  static with(parts: ServiceParts): DynamicModule {
    return { module: AppModule, imports: [ServiceModule.with(parts)] };
  }
}
