import { markProcessed } from '@site/platform/jobs/outbox';
import { Picture } from '@site/platform/lifecycle/pictures';
import { placeObjects, removeObjects } from './picture-objects.js';
import type { PictureOwner, PictureParts } from './picture-owners.js';

/**
 * Job "place-picture": moves a picture's objects to where they belong. It looks at how things are, not at what happened, so
 * the last state wins however many of these jobs run and in whatever order: the public address of a deleted photo dies, the
 * private copies of an approved one go.
 */
interface PlacePictureJob {
  outboxId: string;
  pictureId: string;
}
type Places = Pick<PictureParts, 'dataSource' | 'store'>;

/** For a picture of this service: its row says where. */
export async function placePicture(job: PlacePictureJob, { dataSource, store }: Places): Promise<void> {
  await dataSource.transaction(async (manager) => {
    // The transaction waits for the object store, so it may be idle for longer than a request's.
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);
    if (!(await markProcessed(manager, job.outboxId))) return;
    // Locked until the objects have moved: a decision made in the meantime waits, and its own job comes after this one.
    const picture = await manager.findOne(Picture, {
      where: { id: job.pictureId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!picture) return;
    const keys = picture.sizes.map(({ key }) => key);
    await placeObjects(store, keys, picture.published);
  });
}

/** Decisions that come while the objects are moving are followed; this many in a row are a mistake. */
const mostRounds = 10;

/**
 * For a picture of another service, which says where, and forgets the picture when nothing refers to it. We cannot lock its
 * row; a lock of our own keeps two jobs from moving the same objects in opposite directions at once.
 */
export async function placeRemotePicture(
  { outboxId, pictureId }: PlacePictureJob,
  { owner, store, dataSource }: Places & { owner: PictureOwner },
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
