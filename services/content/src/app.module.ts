import { Module, type DynamicModule } from '@nestjs/common';
import { ChangeFeed, ChangesController } from '@site/platform/changes';
import { OutboxRelay } from '@site/platform/outbox';
import { PICTURE_FINISHED, PictureLedger, PicturesController, type PictureFinished } from '@site/platform/pictures';
import { ServiceModule, type ServiceParts } from '@site/platform/service.module';
import type { GrpcPackage } from '@site/proto/grpc';
import { FaqsController } from './faqs/faqs.controller.js';
import { HomeController } from './home/home.controller.js';
import { PostsController } from './posts/posts.controller.js';
import { TeamController } from './team/team.controller.js';

/** The gRPC packages that this service answers. */
export const packages: GrpcPackage[] = ['content', 'changes', 'pictures'];

/** Nothing of ours depends on a picture's state: readers get it with the row, and the ledger announces it. */
const nothingFurther: PictureFinished = () => Promise.resolve();

@Module({
  controllers: [HomeController, PostsController, FaqsController, TeamController, ChangesController, PicturesController],
  providers: [ChangeFeed, OutboxRelay, PictureLedger, { provide: PICTURE_FINISHED, useValue: nothingFurther }],
})
export class AppModule {
  static with(parts: ServiceParts): DynamicModule {
    return { module: AppModule, imports: [ServiceModule.with(parts)] };
  }
}
