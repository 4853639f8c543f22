import type { PictureKind } from '@site/domain/pictures/picture-kinds';
import type { Picture as PictureMessage, PictureSize, StagedUpload } from '@site/proto/gen/nest/pictures/v1/pictures';
import { pictureQueue } from '@site/proto/queues';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { newId } from '../base/ids.js';
import { schemaOf } from '../data/listener.js';
import { addToOutbox } from '../jobs/outbox.js';

export type { PictureKind };

/** An uploaded picture: its staged upload and the processed results. */
@Entity('pictures')
export class Picture {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') kind!: PictureKind;
  /** A picture in processing has failed if `rejectedBecause` is set (`stateOf`). */
  @Column('text') state!: 'processing' | 'ready' | 'rejected';
  /** Whether the results are under public/ (visible to everyone) or pending/ (signed-in users only). */
  @Column('boolean') published!: boolean;
  /** Key of the original bytes, never served; removed after processing. */
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

export type ShownPicture = Pick<
  Picture,
  'id' | 'state' | 'published' | 'width' | 'height' | 'sizes' | 'placeholder' | 'rejectedBecause'
>;

/** Returns the displayed state: "failed" when processing gave up and the upload can be retried. */
export const stateOf = ({ state, rejectedBecause }: Pick<Picture, 'state' | 'rejectedBecause'>) =>
  state === 'processing' && rejectedBecause !== '' ? 'failed' : state;

/** Returns an SQL expression for the same state of a `pictures` row. */
export const stateSql = (alias: string) =>
  `CASE WHEN ${alias}.state = 'processing' AND ${alias}.rejected_because <> '' THEN 'failed' ELSE ${alias}.state END`;

/** Returns an SQL expression for the `ShownPicture` of a `pictures` row as JSON. */
export const shownPictureJson = (alias: string) => `json_build_object(
  'id', ${alias}.id, 'state', ${alias}.state, 'published', ${alias}.published, 'width', ${alias}.width, 'height', ${alias}.height,
  'sizes', ${alias}.sizes, 'placeholder', ${alias}.placeholder, 'rejectedBecause', ${alias}.rejected_because)`;

/** Converts a picture for pages; keys are below /media. */
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

/** Returns the object key of a size, which depends on whether the picture is published. */
export const objectKey = (published: boolean, key: string) => `${published ? 'public' : 'pending'}/${key}`;

/** Records an upload and its processing job in the manager's transaction. Returns the picture's id. */
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
    // The random tail of the id spreads keys over 256 folders; the time part would put a whole day into one.
    baseKey: `${kind}s/${id.slice(-2)}/${id}`,
    sha256: upload.sha256,
    sizeBytes: upload.sizeBytes,
    mediaType: upload.mediaType,
  });
  await addProcessPictureJob(manager, id, published);
  return id;
}

/** Job that creates the sizes of a picture. */
export const processPictureJob = 'process-picture';

/** Records that job in the manager's transaction; returns the outbox id. */
export const addProcessPictureJob = (manager: EntityManager, pictureId: string, published: boolean) =>
  addToOutbox(manager, {
    queue: pictureQueue,
    name: processPictureJob,
    payload: { pictureId, owner: ownerOf(manager) },
    // Someone is waiting for a picture that is published immediately.
    priority: published ? 0 : 1,
  });

/** Returns the owning service, named like its schema; the worker finds it by this name. */
const ownerOf = (manager: EntityManager) => schemaOf(manager.connection);

/**
 * Job that moves a picture's objects to the right place, or removes them when nothing refers to the picture anymore.
 */
export const placePictureJob = 'place-picture';

/**
 * Records that job in the manager's transaction. Must be called by every change to a picture's visibility or removal of
 * its last reference.
 */
export async function addPlacePictureJob(manager: EntityManager, pictureId: string): Promise<void> {
  await addToOutbox(manager, {
    queue: pictureQueue,
    name: placePictureJob,
    payload: { pictureId, owner: ownerOf(manager) },
  });
}
