import { type ObjectStore } from '@site/platform/object-store';
import { addToOutbox, markProcessed } from '@site/platform/outbox';
import { Picture } from '@site/platform/pictures';
import { type DataSource, type EntityManager } from 'typeorm';
import { placeObjects } from './picture-objects.js';

/**
 * Job "place-picture": moves a picture's objects to where its row says they belong. It reads the row, not the event, so
 * however many of them run and in whatever order, the last state wins: a deleted photo's public address dies, an approved
 * photo's private copies go.
 */
export const placePictureJob = 'place-picture';

/** Writes the job down in the manager's transaction. */
export async function addPlacePictureJob(manager: EntityManager, pictureId: string): Promise<void> {
  await addToOutbox(manager, {
    queue: 'moderation',
    name: placePictureJob,
    payload: { pictureId, owner: 'submissions' },
  });
}

export async function placePicture(
  job: { outboxId: string; pictureId: string },
  parts: { dataSource: DataSource; store: ObjectStore },
): Promise<void> {
  await parts.dataSource.transaction(async (manager) => {
    // The transaction waits for the object store, so it may be idle for longer than a request's.
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);
    if (!(await markProcessed(manager, job.outboxId))) return;
    // Locked until the objects have moved: a decision made meanwhile waits, and its own job comes after this one.
    const picture = await manager.findOne(Picture, {
      where: { id: job.pictureId },
      lock: { mode: 'pessimistic_write' },
    });
    if (picture) await placeObjects(parts.store, picture);
  });
}
