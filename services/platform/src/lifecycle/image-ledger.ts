/** The worker's view of a service's images: claim, complete, reject, and place their objects. */
import { Inject, Injectable, Optional } from '@nestjs/common';
import { notFound } from '@site/proto/grpc';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import type {
  ClaimImageResponse,
  ClaimPlacementResponse,
  CompleteImageRequest,
  CompletePlacementRequest,
  CompletePlacementResponse,
  FailImageRequest,
  FindImagesRequest,
  FindImagesResponse,
  FindStagedUploadsRequest,
  FindStagedUploadsResponse,
  RejectImageRequest,
} from '@site/proto/gen/nest/images/v1/images';
import { DataSource, type EntityManager } from 'typeorm';
import { announce } from '../data/changes.js';
import { markProcessed } from '../jobs/outbox.js';
import { objectKey, StoredImage } from './images.js';

/** Who may see a picture: everyone, signed-in users, or no one because nothing uses it. */
export type ImageVisibility = 'public' | 'hidden' | 'none';

/** Decides from the service's own rows; default: the picture's `published`. */
export type GetImageVisibility = (manager: EntityManager, image: StoredImage) => Promise<ImageVisibility>;
export const IMAGE_VISIBILITY = Symbol('picture use');
const asPublished: GetImageVisibility = (_manager, { published }) => Promise.resolve(published ? 'public' : 'hidden');

/** Called in the transaction that finishes a picture. */
export type OnImageFinished = (manager: EntityManager, image: StoredImage) => Promise<void>;
export const ON_IMAGE_FINISHED = Symbol('picture finished');

/** Operations on a picture that the worker needs, in this process's database or over gRPC. */
@Injectable()
export class ImageLedger {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ON_IMAGE_FINISHED) private readonly finished: OnImageFinished,
    @Optional() @Inject(IMAGE_VISIBILITY) private readonly useOf: GetImageVisibility = asPublished,
  ) {}

  /** Returns the original's key and where results belong; `done` if processed before. @throws NOT_FOUND */
  async claimImage({ id: imageId }: Id): Promise<ClaimImageResponse> {
    const image = await this.dataSource.manager.findOneBy(StoredImage, { id: imageId });
    if (!image) throw notFound(`picture ${imageId}`);
    return {
      done: image.state !== 'processing',
      kind: image.kind,
      stagingKey: image.stagingKey,
      targetPrefix: objectKey(image.published, image.baseKey),
    };
  }

  completeImage(request: CompleteImageRequest): Promise<object> {
    const { width, height, sizes, placeholder } = request;
    const rejectionReason = '';
    // A PDF has none.
    const perceptualHash = request.perceptualHash || null;
    return this.finish(request, { state: 'ready', width, height, sizes, placeholder, perceptualHash, rejectionReason });
  }

  /** Records that the file can't be an image, with a reason for its uploader. */
  rejectImage(request: RejectImageRequest): Promise<object> {
    return this.finish(request, { state: 'rejected', rejectionReason: request.reason });
  }

  /** Records why processing failed. The upload is kept; a later success clears the reason. */
  failImage({ imageId, outboxId, reason }: FailImageRequest): Promise<object> {
    return this.dataSource.transaction(async (manager) => {
      if (outboxId && !(await markProcessed(manager, outboxId))) return {};
      const [, failed] = await manager.query<[unknown, number]>(
        `UPDATE images SET rejection_reason = $2
         WHERE id = $1 AND state = 'processing' AND rejection_reason <> $2 RETURNING id`,
        [imageId, reason],
      );
      if (failed > 0) await announce(manager, 'pictures', imageId);
      return {};
    });
  }

  /** Returns the uploads that wait for processing; others may be removed. */
  async findStagedUploads({ keys }: FindStagedUploadsRequest): Promise<FindStagedUploadsResponse> {
    const waiting = await this.dataSource.manager.query<{ staging_key: string }[]>(
      "SELECT staging_key FROM images WHERE state = 'processing' AND staging_key = ANY($1)",
      [keys],
    );
    return { waitingKeys: waiting.map((row) => row.staging_key) };
  }

  /** Returns this service's pictures; objects of others may be removed. */
  async findImages({ imageIds }: FindImagesRequest): Promise<FindImagesResponse> {
    const existing = await this.dataSource.manager.query<{ id: string }[]>(
      'SELECT id FROM images WHERE id = ANY($1::uuid[])',
      [imageIds],
    );
    return { existingIds: existing.map((row) => row.id) };
  }

  /**
   * Returns where the objects belong. A picture in processing has none; its owner requests placement when it is
   * finished.
   */
  async claimPlacement({ id: imageId }: Id): Promise<ClaimPlacementResponse> {
    const { manager } = this.dataSource;
    const image = await manager.findOneBy(StoredImage, { id: imageId });
    if (!image) return { use: '', baseKey: '', keys: [] };
    const { baseKey, sizes } = image;
    return { use: await this.placeOf(manager, image), baseKey, keys: sizes.map(({ key }) => key) };
  }

  /** Records where the objects are, unless they must be moved again. */
  completePlacement({ imageId, outboxId, use }: CompletePlacementRequest): Promise<CompletePlacementResponse> {
    return this.dataSource.transaction(async (manager) => {
      const image = await manager.findOne(StoredImage, {
        where: { id: imageId },
        lock: { mode: 'pessimistic_write' },
      });
      if ((await this.placeOf(manager, image)) !== use) return { retry: true };
      const first = await markProcessed(manager, outboxId);
      if (!first || !image || use === '') return { retry: false };
      const published = use === 'public';
      if (use === 'none') await manager.delete(StoredImage, { id: imageId });
      else if (image.published !== published) {
        await manager.update(StoredImage, { id: imageId }, { published });
        await announce(manager, 'pictures', imageId);
      }
      return { retry: false };
    });
  }

  private async placeOf(manager: EntityManager, image: StoredImage | null): Promise<ImageVisibility | ''> {
    return image && image.state !== 'processing' ? this.useOf(manager, image) : '';
  }

  private async finish(
    { imageId, outboxId }: { imageId: string; outboxId: string },
    result: Partial<StoredImage>,
  ): Promise<object> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await markProcessed(manager, outboxId))) return {};
      await manager.update(StoredImage, { id: imageId }, result);
      const image = await manager.findOneByOrFail(StoredImage, { id: imageId });
      await this.finished(manager, image);
      await announce(manager, 'pictures', imageId);
      return {};
    });
  }
}
