import { addToOutbox, markProcessed } from '@site/platform/jobs/outbox';
import { StoredImage, stateOf } from '@site/platform/lifecycle/images';
import type { EntityManager } from 'typeorm';
import { lockImage, removeObjects } from './image-objects.js';
import type { ImageWorkerParts } from './image-owners.js';

/**
 * Job "purge-picture": removes an unreferenced picture, its objects first and its row last, so that an interrupted run
 * can be repeated. A picture in processing stays: finishing it adds this job again.
 */
export const purgeImageJob = 'purge-picture';

/** Adds the job in the transaction that removes the last reference. */
export async function addPurgeImageJob(manager: EntityManager, imageId: string): Promise<void> {
  await addToOutbox(manager, {
    queue: 'moderation',
    name: purgeImageJob,
    payload: { pictureId: imageId, owner: 'submissions' },
    // Low: no one waits for it.
    priority: 2,
  });
}

/** Does nothing if the image is referred to again or was purged before. */
export async function purgeImage(
  job: { outboxId: string; imageId: string },
  parts: Pick<ImageWorkerParts, 'dataSource' | 'store' | 'isReferredTo'>,
): Promise<void> {
  await parts.dataSource.transaction(async (manager) => {
    // Longer than a request's, because the transaction waits for the object store.
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);
    if (!(await markProcessed(manager, job.outboxId))) return;
    const image = await lockImage(manager, job.imageId);
    if (!image || stateOf(image) === 'processing' || (await parts.isReferredTo(manager, image.id))) return;
    await removeObjects(parts.store, image.baseKey);
    await parts.store.remove([image.stagingKey]);
    await manager.delete(StoredImage, { id: image.id });
  });
}
