import { type ObjectStore } from '@site/platform/object-store';
import { addToOutbox, markProcessed } from '@site/platform/outbox';
import { Picture } from '@site/platform/pictures';
import { type DataSource, type EntityManager } from 'typeorm';
import { removeObjects } from '../pictures/picture-objects.js';

/**
 * Job "purge-picture": removes a picture that nothing refers to any more, its objects first and its row last, so that a run
 * that was interrupted is simply done again. One that is still in work stays: when it is finished, this job is asked for
 * once more (picture-finished.ts).
 */
export const purgePictureJob = 'purge-picture';

/** Writes the job down in the manager's transaction, which is the one that takes the last reference away. */
export async function addPurgePictureJob(manager: EntityManager, pictureId: string): Promise<void> {
  await addToOutbox(manager, {
    queue: 'moderation',
    name: purgePictureJob,
    payload: { pictureId, owner: 'submissions' },
    // Nobody waits for it.
    priority: 2,
  });
}

export async function purgePicture(
  job: { outboxId: string; pictureId: string },
  parts: { dataSource: DataSource; store: ObjectStore },
): Promise<void> {
  await parts.dataSource.transaction(async (manager) => {
    // The transaction waits for the object store, so it may be idle for longer than a request's.
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);
    if (!(await markProcessed(manager, job.outboxId))) return;
    const picture = await manager.findOne(Picture, {
      where: { id: job.pictureId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!picture || picture.state === 'processing' || (await isReferredTo(manager, picture.id))) return;
    await removeObjects(parts.store, picture.baseKey);
    await parts.store.remove([picture.stagingKey]);
    await manager.delete(Picture, { id: picture.id });
  });
}

async function isReferredTo(manager: EntityManager, pictureId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    'SELECT FROM snapshots WHERE picture_id = $1 UNION ALL SELECT FROM sponsors WHERE logo_id = $1',
    [pictureId],
  );
  return rows.length > 0;
}
