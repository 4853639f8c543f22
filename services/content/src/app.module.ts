import { Module, type DynamicModule } from '@nestjs/common';
import { AuditController } from '@site/platform/audit';
import { ChangeFeed, ChangesController } from '@site/platform/changes';
import { JobsController } from '@site/platform/jobs';
import { OutboxRelay } from '@site/platform/outbox';
import { PICTURE_FINISHED, PICTURE_USE, PictureLedger, PicturesController } from '@site/platform/pictures';
import { ServiceModule, type ServiceParts } from '@site/platform/service.module';
import { TRASH_KINDS, TrashController } from '@site/platform/trash';
import type { GrpcPackage } from '@site/proto/grpc';
import { FaqsController } from './faqs/faqs.controller.js';
import { HomeController } from './home/home.controller.js';
import { allKinds } from './kinds.js';
import { pictureFinished, pictureUse } from './pictures/picture-use.js';
import { PostsController } from './posts/posts.controller.js';
import { RetentionSweep } from './retention/retention-sweep.js';
import { SiteController } from './site/site.controller.js';
import { TeamController } from './team/team.controller.js';

/** The gRPC packages that this service answers. */
export const packages: GrpcPackage[] = ['content', 'audit', 'changes', 'jobs', 'pictures', 'trash'];

@Module({
  controllers: [
    HomeController,
    PostsController,
    FaqsController,
    TeamController,
    SiteController,
    AuditController,
    TrashController,
    ChangesController,
    PicturesController,
    JobsController,
  ],
  providers: [
    ChangeFeed,
    OutboxRelay,
    PictureLedger,
    { provide: PICTURE_FINISHED, useValue: pictureFinished },
    { provide: PICTURE_USE, useValue: pictureUse },
    { provide: TRASH_KINDS, useValue: allKinds },
    RetentionSweep,
  ],
})
export class AppModule {
  static with(parts: ServiceParts): DynamicModule {
    return { module: AppModule, imports: [ServiceModule.with(parts)] };
  }
}
