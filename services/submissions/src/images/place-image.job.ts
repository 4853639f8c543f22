import { markProcessed } from '@site/platform/jobs/outbox';
import { lockImage, placeObjects, removeObjects } from './image-objects.js';
import type { ImageOwner, ImageWorkerParts } from './image-owners.js';

/**
 * Job "place-picture": moves a picture's objects to their place. It uses the current state, so the last state wins
 * regardless of how many jobs run and in what order. A deleted photo loses its public address; an approved one its
 * private copies.
 */
interface PlaceImageJob {
  outboxId: string;
  imageId: string;
}
type Places = Pick<ImageWorkerParts, 'dataSource' | 'store'>;

/** Places a picture of this service. */
export async function placeImage(job: PlaceImageJob, { dataSource, store }: Places): Promise<void> {
  await dataSource.transaction(async (manager) => {
    // Longer than a request's, because the transaction waits for the object store.
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);
    if (!(await markProcessed(manager, job.outboxId))) return;
    // Held until the objects have moved: a decision made meanwhile waits, and its job runs after this one.
    const image = await lockImage(manager, job.imageId);
    if (!image) return;
    const keys = image.sizes.map(({ key }) => key);
    await placeObjects(store, keys, image.published);
  });
}

/** More decisions in a row while objects are moving indicate a bug. */
const maxIterations = 10;

/**
 * Places a picture of another service, and drops it once nothing references it. This process can't lock that row; an
 * advisory lock keeps two jobs from moving the same objects in opposite directions.
 */
export async function placeRemoteImage(
  { outboxId, imageId }: PlaceImageJob,
  { owner, store, dataSource }: Places & { owner: ImageOwner },
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`place-picture ${imageId}`]);
    for (let attempt = 0; attempt < maxIterations; attempt += 1) {
      const { use, baseKey, keys } = await owner.claimPlacement({ id: imageId });
      if (use === 'none') await removeObjects(store, baseKey);
      else if (use !== '') await placeObjects(store, keys, use === 'public');
      const { retry } = await owner.completePlacement({ imageId, outboxId, use });
      if (!retry) return;
    }
    throw new Error(`decisions on picture ${imageId} change faster than its objects can be moved`);
  });
}
