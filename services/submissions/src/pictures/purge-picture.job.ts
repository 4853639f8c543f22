import { addToOutbox, markProcessed } from '@site/platform/jobs/outbox';
import { Picture, stateOf } from '@site/platform/lifecycle/pictures';
import type { EntityManager } from 'typeorm';
import { lockPicture, removeObjects } from './picture-objects.js';
import type { PictureParts } from './picture-owners.js';

/**
 * Job "purge-picture": removes an unreferenced picture, its objects first and its row last, so that an interrupted run
 * can be repeated. A picture in processing stays: finishing it adds this job again.
 */
export const purgePictureJob = 'purge-picture';

/** Adds the job in the transaction that removes the last reference. */
export async function addPurgePictureJob(manager: EntityManager, pictureId: string): Promise<void> {
  await addToOutbox(manager, {
    queue: 'moderation',
    name: purgePictureJob,
    payload: { pictureId, owner: 'submissions' },
    // Low: no one waits for it.
    priority: 2,
  });
}

/** Does nothing if the image is referred to again or was purged before. */
export async function purgePicture(
  job: { outboxId: string; pictureId: string },
  parts: Pick<PictureParts, 'dataSource' | 'store' | 'isReferredTo'>,
): Promise<void> {
  await parts.dataSource.transaction(async (manager) => {
    // Longer than a request's, because the transaction waits for the object store.
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);
    if (!(await markProcessed(manager, job.outboxId))) return;
    const picture = await lockPicture(manager, job.pictureId);
    if (!picture || stateOf(picture) === 'processing' || (await parts.isReferredTo(manager, picture.id))) return;
    await removeObjects(parts.store, picture.baseKey);
    await parts.store.remove([picture.stagingKey]);
    await manager.delete(Picture, { id: picture.id });
  });
}
