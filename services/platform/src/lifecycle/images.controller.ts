/** The picture worker's rpcs for a service's images. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { notFound, readCaller } from '@site/proto/grpc';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  ImagesServiceControllerMethods,
  type CompleteImageRequest,
  type CompletePlacementRequest,
  type FailImageRequest,
  type FindImagesRequest,
  type FindStagedUploadsRequest,
  type ImagesServiceController,
  type RejectImageRequest,
} from '@site/proto/gen/nest/images/v1/images';
import { imageQueue } from '@site/proto/queues';
import type { Queue } from 'bullmq';
import { DataSource, IsNull, Raw } from 'typeorm';
import { announce } from '../data/changes.js';
import { audit } from '../data/audit.js';
import { isId } from '../base/ids.js';
import { QUEUES } from '../base/injection-tokens.js';
import { OutboxEntry, requeue } from '../jobs/outbox.js';
import type { QueueName } from '../jobs/queue.js';
import { rerunJob } from '../jobs/retry-job.js';
import { ImageLedger } from './image-ledger.js';
import { addProcessImageJob, StoredImage, processImageJob, stateOf } from './images.js';

@Controller()
@ImagesServiceControllerMethods()
export class ImagesController implements ImagesServiceController {
  constructor(
    @Inject(ImageLedger) private readonly ledger: ImageLedger,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(QUEUES) private readonly queues: Map<QueueName, Queue>,
  ) {}

  claimImage(request: Id) {
    return this.ledger.claimImage(request);
  }

  completeImage(request: CompleteImageRequest) {
    return this.ledger.completeImage(request);
  }

  rejectImage(request: RejectImageRequest) {
    return this.ledger.rejectImage(request);
  }

  failImage(request: FailImageRequest) {
    return this.ledger.failImage(request);
  }

  /** Requeues a failed image. Does nothing in any other state. @throws NOT_FOUND */
  async retryImage({ id: imageId }: Id, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const { manager } = this.dataSource;
    const image = isId(imageId) ? await manager.findOneBy(StoredImage, { id: imageId }) : null;
    if (!image) throw notFound('This picture does not exist.');
    if (stateOf(image) !== 'failed') return {};
    const [open] = await manager.find(OutboxEntry, {
      where: {
        name: processImageJob,
        payload: Raw((column) => `${column} ->> 'pictureId' = :imageId`, { imageId }),
        processedAt: IsNull(),
      },
    });
    // Before the row: once reopened, the relay may add the job and must not find the failed one.
    const queue = this.queues.get(imageQueue);
    if (open && queue) await rerunJob(queue, open.id);
    await this.dataSource.transaction(async (transaction) => {
      const [, reopened] = await transaction.query<[unknown, number]>(
        `UPDATE images SET rejection_reason = '' WHERE id = $1 AND state = 'processing' AND rejection_reason <> '' RETURNING id`,
        [imageId],
      );
      // Another request was faster.
      if (reopened === 0) return;
      const reused = open?.failedAt ? await requeue(transaction, open.id) : open !== undefined;
      const jobId = open && reused ? open.id : await addProcessImageJob(transaction, imageId, image.published);
      await audit(transaction, caller, 'job.retry', jobId, processImageJob);
      await announce(transaction, 'pictures', imageId);
    });
    return {};
  }

  findStagedUploads(request: FindStagedUploadsRequest) {
    return this.ledger.findStagedUploads(request);
  }

  findImages(request: FindImagesRequest) {
    return this.ledger.findImages(request);
  }

  claimPlacement(request: Id) {
    return this.ledger.claimPlacement(request);
  }

  completePlacement(request: CompletePlacementRequest) {
    return this.ledger.completePlacement(request);
  }
}
