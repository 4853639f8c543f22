import { Controller, Inject, Injectable, Optional } from '@nestjs/common';
import { notFound } from '@site/proto/grpc';
import {
  PicturesServiceControllerMethods,
  type ClaimPictureRequest,
  type ClaimPictureResponse,
  type ClaimPlacementRequest,
  type ClaimPlacementResponse,
  type CompletePictureRequest,
  type CompletePlacementRequest,
  type CompletePlacementResponse,
  type FindPicturesRequest,
  type FindPicturesResponse,
  type FindStagedUploadsRequest,
  type FindStagedUploadsResponse,
  type Picture as PictureMessage,
  type PicturesServiceController,
  type PictureSize,
  type RejectPictureRequest,
  type StagedUpload,
} from '@site/proto/gen/nest/pictures/v1/pictures';
import type { PictureKind } from '@site/proto/pictures/v1/picture-kinds';
import { pictureQueue } from '@site/proto/queues';
import { Column, DataSource, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { announce } from '../data/changes.js';
import { newId } from '../base/ids.js';
import { addToOutbox, markProcessed } from '../jobs/outbox.js';

export type { PictureKind };

/** An uploaded picture: where its bytes wait, and what the worker made of them. */
@Entity('pictures')
export class Picture {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') kind!: PictureKind;
  @Column('text') state!: 'processing' | 'ready' | 'rejected';
  /** Whether the results lie under public/ (anyone may see them) or pending/ (signed-in people only). */
  @Column('boolean') published!: boolean;
  /** The bytes as uploaded, never served; removed after processing. */
  @Column('text') stagingKey!: string;
  /** Results are named public/ or pending/ + this + "-width.ext". */
  @Column('text') baseKey!: string;
  @Column('text') sha256!: string;
  @Column('integer') sizeBytes!: number;
  @Column('text') mediaType!: string;
  @Column('integer', { default: 0 }) width!: number;
  @Column('integer', { default: 0 }) height!: number;
  @Column('jsonb', { default: [] }) sizes!: PictureSize[];
  @Column('text', { default: '' }) placeholder!: string;
  @Column('text', { nullable: true }) perceptualHash!: string | null;
  @Column('text', { default: '' }) rejectedBecause!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}

/** The part of a picture's row that pages need. */
export type ShownPicture = Pick<
  Picture,
  'state' | 'published' | 'width' | 'height' | 'sizes' | 'placeholder' | 'rejectedBecause'
>;

/** An SQL expression: the `ShownPicture` of a row of `pictures` as JSON. */
export const shownPictureJson = (alias: string) => `json_build_object(
  'state', ${alias}.state, 'published', ${alias}.published, 'width', ${alias}.width, 'height', ${alias}.height,
  'sizes', ${alias}.sizes, 'placeholder', ${alias}.placeholder, 'rejectedBecause', ${alias}.rejected_because)`;

/** The picture as pages need it; keys are below /media. */
export function pictureMessage(picture: ShownPicture, duplicateOf: string[] = []): PictureMessage {
  const prefix = picture.published ? '' : 'pending/';
  return {
    state: picture.state,
    width: picture.width,
    height: picture.height,
    sizes: picture.sizes.map((size) => ({ ...size, key: `${prefix}${size.key}` })),
    placeholder: picture.placeholder,
    rejectedBecause: picture.rejectedBecause,
    duplicateOf,
  };
}

/** The object key of a size, which depends on whether the picture is published. */
export const objectKey = (published: boolean, key: string) => `${published ? 'public' : 'pending'}/${key}`;

/** Records an upload and the job that will process it, in the manager's transaction. Returns the picture's id. */
export async function addPicture(
  manager: EntityManager,
  upload: StagedUpload,
  kind: PictureKind,
  published: boolean,
): Promise<string> {
  const id = newId();
  await manager.insert(Picture, {
    id,
    kind,
    state: 'processing',
    published,
    stagingKey: upload.key,
    // The random tail of the id spreads keys over 256 folders; the id's time part would put a whole day's into one.
    baseKey: `${kind}s/${id.slice(-2)}/${id}`,
    sha256: upload.sha256,
    sizeBytes: upload.sizeBytes,
    mediaType: upload.mediaType,
  });
  await addToOutbox(manager, {
    queue: pictureQueue,
    name: 'process-picture',
    payload: { pictureId: id, owner: ownerOf(manager) },
    // A picture that is published at once has somebody waiting for it.
    priority: published ? 0 : 1,
  });
  return id;
}

/** The service that owns a picture has the name of its schema; the worker finds it by that. */
const ownerOf = (manager: EntityManager) => (manager.connection.options as { schema?: string }).schema ?? '';

/** Job that moves a picture's objects to where they belong, or removes them when nothing refers to the picture any more. */
export const placePictureJob = 'place-picture';

/**
 * Records that job in the manager's transaction. To be called by whatever changes who may see a picture, or removes the last
 * reference to it.
 */
export async function addPlacePictureJob(manager: EntityManager, pictureId: string): Promise<void> {
  await addToOutbox(manager, {
    queue: pictureQueue,
    name: placePictureJob,
    payload: { pictureId, owner: ownerOf(manager) },
  });
}

/** Who needs a picture: everybody, signed-in people only, or nobody any more. */
export type PictureUse = 'public' | 'hidden' | 'none';

/** Tells from the service's own rows. Without it, `published` of the picture's row decides. */
export type PictureUseOf = (manager: EntityManager, picture: Picture) => Promise<PictureUse>;
export const PICTURE_USE = Symbol('picture use');
const asPublished: PictureUseOf = (_manager, { published }) => Promise.resolve(published ? 'public' : 'hidden');

/** Called in the transaction that finishes a picture, so that a service can act on its own rows. */
export type PictureFinished = (manager: EntityManager, picture: Picture) => Promise<void>;
export const PICTURE_FINISHED = Symbol('picture finished');

/** What the worker needs of a picture's owner, whether in this process's database or over gRPC. */
@Injectable()
export class PictureLedger {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(PICTURE_FINISHED) private readonly finished: PictureFinished,
    @Optional() @Inject(PICTURE_USE) private readonly useOf: PictureUseOf = asPublished,
  ) {}

  async claim({ pictureId }: ClaimPictureRequest): Promise<ClaimPictureResponse> {
    const picture = await this.dataSource.manager.findOneBy(Picture, { id: pictureId });
    if (!picture) throw notFound(`picture ${pictureId}`);
    return {
      done: picture.state !== 'processing',
      kind: picture.kind,
      stagingKey: picture.stagingKey,
      targetPrefix: objectKey(picture.published, picture.baseKey),
    };
  }

  complete(request: CompletePictureRequest): Promise<void> {
    const { width, height, sizes, placeholder, perceptualHash } = request;
    return this.finish(request, { state: 'ready', width, height, sizes, placeholder, perceptualHash });
  }

  reject(request: RejectPictureRequest): Promise<void> {
    return this.finish(request, { state: 'rejected', rejectedBecause: request.reason });
  }

  /** Which of the staged uploads still wait for processing; the rest may be removed. */
  async findStaged({ keys }: FindStagedUploadsRequest): Promise<FindStagedUploadsResponse> {
    const waiting = await this.dataSource.manager.query<{ staging_key: string }[]>(
      "SELECT staging_key FROM pictures WHERE state = 'processing' AND staging_key = ANY($1)",
      [keys],
    );
    return { waitingKeys: waiting.map((picture) => picture.staging_key) };
  }

  /** Which of the pictures belong to this service; objects of all others may be removed. */
  async findPictures({ pictureIds }: FindPicturesRequest): Promise<FindPicturesResponse> {
    const known = await this.dataSource.manager.query<{ id: string }[]>(
      'SELECT id FROM pictures WHERE id = ANY($1::uuid[])',
      [pictureIds],
    );
    return { knownIds: known.map((picture) => picture.id) };
  }

  /** Where the objects belong. A picture in work has none yet; once it is finished, its owner asks for the right place. */
  async claimPlacement({ pictureId }: ClaimPlacementRequest): Promise<ClaimPlacementResponse> {
    const { manager } = this.dataSource;
    const picture = await manager.findOneBy(Picture, { id: pictureId });
    if (!picture) return { use: '', baseKey: '', keys: [] };
    const { baseKey, sizes } = picture;
    return { use: await this.placeOf(manager, picture), baseKey, keys: sizes.map(({ key }) => key) };
  }

  /** Records where the objects are now, unless they have to be moved again meanwhile. */
  completePlacement({ pictureId, outboxId, use }: CompletePlacementRequest): Promise<CompletePlacementResponse> {
    return this.dataSource.transaction(async (manager) => {
      const picture = await manager.findOne(Picture, { where: { id: pictureId }, lock: { mode: 'pessimistic_write' } });
      if ((await this.placeOf(manager, picture)) !== use) return { again: true };
      const first = await markProcessed(manager, outboxId);
      if (!first || !picture || use === '') return { again: false };
      const published = use === 'public';
      if (use === 'none') await manager.delete(Picture, { id: pictureId });
      else if (picture.published !== published) {
        await manager.update(Picture, { id: pictureId }, { published });
        await announce(manager, 'pictures', pictureId);
      }
      return { again: false };
    });
  }

  private async placeOf(manager: EntityManager, picture: Picture | null): Promise<PictureUse | ''> {
    return picture && picture.state !== 'processing' ? this.useOf(manager, picture) : '';
  }

  private async finish(
    { pictureId, outboxId }: { pictureId: string; outboxId: string },
    result: Partial<Picture>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      if (!(await markProcessed(manager, outboxId))) return;
      await manager.update(Picture, { id: pictureId }, result);
      const picture = await manager.findOneByOrFail(Picture, { id: pictureId });
      await this.finished(manager, picture);
      await announce(manager, 'pictures', pictureId);
    });
  }
}

@Controller()
@PicturesServiceControllerMethods()
export class PicturesController implements PicturesServiceController {
  constructor(@Inject(PictureLedger) private readonly ledger: PictureLedger) {}

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
