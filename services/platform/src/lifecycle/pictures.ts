import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject, Injectable, Optional } from '@nestjs/common';
import { notFound, readCaller } from '@site/proto/grpc';
import {
  PicturesServiceControllerMethods,
  type ClaimPictureRequest,
  type ClaimPictureResponse,
  type ClaimPlacementRequest,
  type ClaimPlacementResponse,
  type CompletePictureRequest,
  type CompletePlacementRequest,
  type CompletePlacementResponse,
  type FailPictureRequest,
  type FindPicturesRequest,
  type FindPicturesResponse,
  type FindStagedUploadsRequest,
  type FindStagedUploadsResponse,
  type Picture as PictureMessage,
  type PicturesServiceController,
  type PictureSize,
  type RejectPictureRequest,
  type RetryPictureRequest,
  type StagedUpload,
} from '@site/proto/gen/nest/pictures/v1/pictures';
import type { PictureKind } from '@site/proto/pictures/v1/picture-kinds';
import { pictureQueue } from '@site/proto/queues';
import type { Queue } from 'bullmq';
import { Column, DataSource, Entity, IsNull, PrimaryColumn, Raw, type EntityManager } from 'typeorm';
import { announce } from '../data/changes.js';
import { isId, newId } from '../base/ids.js';
import { QUEUES } from '../base/tokens.js';
import { audit } from '../data/audit.js';
import { addToOutbox, markProcessed, OutboxEntry, queueAgain } from '../jobs/outbox.js';
import { runAgain } from '../jobs/run-again.js';
import type { QueueName } from '../jobs/queue.js';

export type { PictureKind };

/** An uploaded picture: where its bytes wait, and what the worker made of them. */
@Entity('pictures')
export class Picture {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') kind!: PictureKind;
  /** One that is being processed has failed when `rejectedBecause` says why (`stateOf`). */
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
  'id' | 'state' | 'published' | 'width' | 'height' | 'sizes' | 'placeholder' | 'rejectedBecause'
>;

/** The state that people see: "failed" when processing gave up and the upload still waits for another try. */
export const stateOf = ({ state, rejectedBecause }: Pick<Picture, 'state' | 'rejectedBecause'>) =>
  state === 'processing' && rejectedBecause !== '' ? 'failed' : state;

/** An SQL expression: the same for a row of `pictures`. */
export const stateSql = (alias: string) =>
  `CASE WHEN ${alias}.state = 'processing' AND ${alias}.rejected_because <> '' THEN 'failed' ELSE ${alias}.state END`;

/** An SQL expression: the `ShownPicture` of a row of `pictures` as JSON. */
export const shownPictureJson = (alias: string) => `json_build_object(
  'id', ${alias}.id, 'state', ${alias}.state, 'published', ${alias}.published, 'width', ${alias}.width, 'height', ${alias}.height,
  'sizes', ${alias}.sizes, 'placeholder', ${alias}.placeholder, 'rejectedBecause', ${alias}.rejected_because)`;

/** The picture as pages need it; keys are below /media. */
export function pictureMessage(picture: ShownPicture, duplicateOf: string[] = []): PictureMessage {
  const prefix = picture.published ? '' : 'pending/';
  const state = stateOf(picture);
  return {
    state,
    width: picture.width,
    height: picture.height,
    sizes: picture.sizes.map((size) => ({ ...size, key: `${prefix}${size.key}` })),
    placeholder: picture.placeholder,
    rejectedBecause: picture.rejectedBecause,
    duplicateOf,
    retryId: state === 'failed' ? picture.id : '',
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
  await addProcessPictureJob(manager, id, published);
  return id;
}

/** Job that makes the sizes of a picture. */
export const processPictureJob = 'process-picture';

/** Records that job in the manager's transaction; returns the outbox id. */
export const addProcessPictureJob = (manager: EntityManager, pictureId: string, published: boolean) =>
  addToOutbox(manager, {
    queue: pictureQueue,
    name: processPictureJob,
    payload: { pictureId, owner: ownerOf(manager) },
    // A picture that is published at once has somebody waiting for it.
    priority: published ? 0 : 1,
  });

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
    const rejectedBecause = '';
    return this.finish(request, { state: 'ready', width, height, sizes, placeholder, perceptualHash, rejectedBecause });
  }

  reject(request: RejectPictureRequest): Promise<void> {
    return this.finish(request, { state: 'rejected', rejectedBecause: request.reason });
  }

  /** Says why the picture could not be processed now. Its upload is kept, and a later success forgets the reason. */
  fail({ pictureId, outboxId, reason }: FailPictureRequest): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      if (outboxId && !(await markProcessed(manager, outboxId))) return;
      const [, failed] = await manager.query<[unknown, number]>(
        `UPDATE pictures SET rejected_because = $2
         WHERE id = $1 AND state = 'processing' AND rejected_because <> $2 RETURNING id`,
        [pictureId, reason],
      );
      if (failed > 0) await announce(manager, 'pictures', pictureId);
    });
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
    // Before the row: as soon as that is open again the relay may add the job, and must not find the failed one in its place.
    const queue = this.queues.get(pictureQueue);
    if (open && queue) await runAgain(queue, open.id);
    await this.dataSource.transaction(async (transaction) => {
      const [, reopened] = await transaction.query<[unknown, number]>(
        `UPDATE pictures SET rejected_because = '' WHERE id = $1 AND state = 'processing' AND rejected_because <> '' RETURNING id`,
        [pictureId],
      );
      // Somebody else was faster.
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
