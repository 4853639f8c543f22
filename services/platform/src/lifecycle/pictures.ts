import type { PictureKind } from '@site/domain/pictures/picture-kinds';
import type { Picture as PictureMessage, PictureSize, StagedUpload } from '@site/proto/gen/nest/pictures/v1/pictures';
import { pictureQueue } from '@site/proto/queues';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { newId } from '../base/ids.js';
import { addToOutbox } from '../jobs/outbox.js';

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
