/** Images of a service: their row, state and object keys, and the jobs that process and place them. */
import type { ImageKind } from '@site/domain/images/image-kinds';
import type { Image as ImageMessage, ImageSize, StagedUpload } from '@site/proto/gen/nest/images/v1/images';
import { imageQueue } from '@site/proto/queues';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { newId } from '../base/ids.js';
import { schemaOf } from '../data/listener.js';
import { addToOutbox } from '../jobs/outbox.js';

export type { ImageKind };

/** An uploaded image or PDF, with the sizes made from it. */
@Entity('images')
export class StoredImage {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') kind!: ImageKind;
  /** A picture in processing has failed if `rejectionReason` is set (`stateOf`). */
  @Column('text') state!: 'processing' | 'ready' | 'rejected';
  /** Whether the results are under public/ or pending/ (signed-in users only). */
  @Column('boolean') published!: boolean;
  /** Key of the original, never served and removed after processing. */
  @Column('text') stagingKey!: string;
  /** Objects are named public/ or pending/ + this + "-width.ext". */
  @Column('text') baseKey!: string;
  @Column('text') sha256!: string;
  @Column('integer') sizeBytes!: number;
  @Column('text') mediaType!: string;
  @Column('integer', { default: 0 }) width!: number;
  @Column('integer', { default: 0 }) height!: number;
  @Column('jsonb', { default: [] }) sizes!: ImageSize[];
  @Column('text', { default: '' }) placeholder!: string;
  @Column('text', { nullable: true }) perceptualHash!: string | null;
  @Column('text', { default: '' }) rejectionReason!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}

export type ImageView = Pick<
  StoredImage,
  'id' | 'state' | 'published' | 'width' | 'height' | 'sizes' | 'placeholder' | 'rejectionReason'
>;

/** Returns the displayed state: "failed" when the upload can be retried. */
export const stateOf = ({ state, rejectionReason }: Pick<StoredImage, 'state' | 'rejectionReason'>) =>
  state === 'processing' && rejectionReason !== '' ? 'failed' : state;

/** Returns SQL for the same state. */
export const stateSql = (alias: string) =>
  `CASE WHEN ${alias}.state = 'processing' AND ${alias}.rejection_reason <> '' THEN 'failed' ELSE ${alias}.state END`;

/** Returns an SQL expression for the `ImageView` of a `pictures` row, as JSON. */
export const imageViewJsonSql = (alias: string) => `json_build_object(
  'id', ${alias}.id, 'state', ${alias}.state, 'published', ${alias}.published, 'width', ${alias}.width, 'height', ${alias}.height,
  'sizes', ${alias}.sizes, 'placeholder', ${alias}.placeholder, 'rejectionReason', ${alias}.rejection_reason)`;

/** Converts a picture for pages; keys are below /media. */
export function toImageMessage(image: ImageView, duplicateOf: string[] = []): ImageMessage {
  const prefix = image.published ? '' : 'pending/';
  const state = stateOf(image);
  return {
    state,
    width: image.width,
    height: image.height,
    sizes: image.sizes.map((size) => ({ ...size, key: `${prefix}${size.key}` })),
    placeholder: image.placeholder,
    rejectedBecause: image.rejectionReason,
    duplicateOf,
    retryId: state === 'failed' ? image.id : '',
  };
}

/** Returns the key of an object below the prefix that nginx serves (public) or only to signed-in users (pending). */
export const objectKey = (published: boolean, key: string) => `${published ? 'public' : 'pending'}/${key}`;

/** Records an upload and its processing job in the manager's transaction; returns the picture's id. */
export async function addImage(
  manager: EntityManager,
  upload: StagedUpload,
  kind: ImageKind,
  published: boolean,
): Promise<string> {
  const id = newId();
  await manager.insert(StoredImage, {
    id,
    kind,
    state: 'processing',
    published,
    stagingKey: upload.key,
    // The random tail spreads keys over 256 folders; the time part would put a day into one.
    baseKey: `${kind}s/${id.slice(-2)}/${id}`,
    sha256: upload.sha256,
    sizeBytes: upload.sizeBytes,
    mediaType: upload.mediaType,
  });
  await addProcessImageJob(manager, id, published);
  return id;
}

/** Creates the sizes of a picture. */
export const processImageJob = 'process-picture';

/** Records that job in the manager's transaction; returns the outbox id. */
export const addProcessImageJob = (manager: EntityManager, imageId: string, published: boolean) =>
  addToOutbox(manager, {
    queue: imageQueue,
    name: processImageJob,
    payload: { pictureId: imageId, owner: ownerOf(manager) },
    // Someone is waiting for a picture that is published immediately.
    priority: published ? 0 : 1,
  });

/** Returns the owning service's schema name, by which the worker finds it. */
const ownerOf = (manager: EntityManager) => schemaOf(manager.connection);

/** Moves a picture's objects to the right place, or removes them when nothing uses the picture. */
export const placeImageJob = 'place-picture';

/** Records that job. Must be called whenever a picture's visibility changes or its last reference goes. */
export async function addPlaceImageJob(manager: EntityManager, imageId: string): Promise<void> {
  await addToOutbox(manager, {
    queue: imageQueue,
    name: placeImageJob,
    payload: { pictureId: imageId, owner: ownerOf(manager) },
  });
}
