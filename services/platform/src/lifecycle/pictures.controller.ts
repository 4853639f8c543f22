/** The picture worker's rpcs for a service's images. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { notFound, readCaller } from '@site/proto/grpc';
import {
  PicturesServiceControllerMethods,
  type ClaimPictureRequest,
  type ClaimPlacementRequest,
  type CompletePictureRequest,
  type CompletePlacementRequest,
  type FailPictureRequest,
  type FindPicturesRequest,
  type FindStagedUploadsRequest,
  type PicturesServiceController,
  type RejectPictureRequest,
  type RetryPictureRequest,
} from '@site/proto/gen/nest/pictures/v1/pictures';
import { pictureQueue } from '@site/proto/queues';
import type { Queue } from 'bullmq';
import { DataSource, IsNull, Raw } from 'typeorm';
import { announce } from '../data/changes.js';
import { audit } from '../data/audit.js';
import { isId } from '../base/ids.js';
import { QUEUES } from '../base/tokens.js';
import { OutboxEntry, queueAgain } from '../jobs/outbox.js';
import type { QueueName } from '../jobs/queue.js';
import { runAgain } from '../jobs/run-again.js';
import { PictureLedger } from './picture-ledger.js';
import { addProcessPictureJob, Picture, processPictureJob, stateOf } from './pictures.js';

@Controller()
@PicturesServiceControllerMethods()
export class PicturesController implements PicturesServiceController {
  constructor(
    @Inject(PictureLedger) private readonly ledger: PictureLedger,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(QUEUES) private readonly queues: Map<QueueName, Queue>,
  ) {}

  claimPicture(request: ClaimPictureRequest) {
    return this.ledger.claim(request);
  }

  async completePicture(request: CompletePictureRequest) {
    await this.ledger.complete(request);
    return {};
  }

  async rejectPicture(request: RejectPictureRequest) {
    await this.ledger.reject(request);
    return {};
  }

  async failPicture(request: FailPictureRequest) {
    await this.ledger.fail(request);
    return {};
  }

  /** Requeues a failed image. Does nothing in any other state. @throws NOT_FOUND */
  async retryPicture({ pictureId }: RetryPictureRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const { manager } = this.dataSource;
    const picture = isId(pictureId) ? await manager.findOneBy(Picture, { id: pictureId }) : null;
    if (!picture) throw notFound('This picture does not exist.');
    if (stateOf(picture) !== 'failed') return {};
    const [open] = await manager.find(OutboxEntry, {
      where: {
        name: processPictureJob,
        payload: Raw((column) => `${column} ->> 'pictureId' = :pictureId`, { pictureId }),
        processedAt: IsNull(),
      },
    });
    // Before the row: once reopened, the relay may add the job and must not find the failed one.
    const queue = this.queues.get(pictureQueue);
    if (open && queue) await runAgain(queue, open.id);
    await this.dataSource.transaction(async (transaction) => {
      const [, reopened] = await transaction.query<[unknown, number]>(
        `UPDATE pictures SET rejected_because = '' WHERE id = $1 AND state = 'processing' AND rejected_because <> '' RETURNING id`,
        [pictureId],
      );
      // Another request was faster.
      if (reopened === 0) return;
      const reused = open?.failedAt ? await queueAgain(transaction, open.id) : open !== undefined;
      const jobId = open && reused ? open.id : await addProcessPictureJob(transaction, pictureId, picture.published);
      await audit(transaction, caller, 'job.retry', jobId, processPictureJob);
      await announce(transaction, 'pictures', pictureId);
    });
    return {};
  }

  findStagedUploads(request: FindStagedUploadsRequest) {
    return this.ledger.findStaged(request);
  }

  findPictures(request: FindPicturesRequest) {
    return this.ledger.findPictures(request);
  }

  claimPlacement(request: ClaimPlacementRequest) {
    return this.ledger.claimPlacement(request);
  }

  completePlacement(request: CompletePlacementRequest) {
    return this.ledger.completePlacement(request);
  }
}
