import { type ObjectStore } from '@site/platform/object-store';
import { markProcessed } from '@site/platform/outbox';
import { Picture } from '@site/platform/pictures';
import { type DataSource } from 'typeorm';
import { placeObjects, removeObjects } from './picture-objects.js';
import { type PictureOwner } from './picture-owners.js';

/**
 * Job "place-picture": moves a picture's objects to where they belong. It asks how things are, not what happened, so however
 * many of them run and in whatever order, the last state wins: a deleted photo's public address dies, an approved photo's
 * private copies go.
 */
export { addPlacePictureJob, placePictureJob } from '@site/platform/pictures';

interface PlacePictureJob {
  outboxId: string;
  pictureId: string;
}

/** For a picture of this service: its row says where. */
export async function placePicture(
  job: PlacePictureJob,
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
    if (!picture) return;
    const keys = picture.sizes.map(({ key }) => key);
    await placeObjects(parts.store, keys, picture.published);
  });
}

/** Decisions that come while the objects move are followed; so many in a row are a mistake. */
const mostRounds = 10;

/**
 * For a picture of another service, which says where, and forgets the picture when nothing refers to it. Its row cannot be
 * locked from here; a lock of our own keeps two jobs from moving the same objects in opposite directions at once.
 */
export async function placeRemotePicture(
  { outboxId, pictureId }: PlacePictureJob,
  { owner, store, dataSource }: { owner: PictureOwner; store: ObjectStore; dataSource: DataSource },
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`place-picture ${pictureId}`]);
    for (let round = 0; round < mostRounds; round += 1) {
      const { use, baseKey, keys } = await owner.claimPlacement({ pictureId });
      if (use === 'none') await removeObjects(store, baseKey);
      else if (use !== '') await placeObjects(store, keys, use === 'public');
      const { again } = await owner.completePlacement({ pictureId, outboxId, use });
      if (!again) return;
    }
    throw new Error(`picture ${pictureId} is decided on faster than its objects can be moved`);
  });
}
