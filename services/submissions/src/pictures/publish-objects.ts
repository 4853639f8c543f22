import { type ObjectStore } from '@site/platform/data/object-store';
import { Picture } from '@site/platform/lifecycle/pictures';
import { type Logger } from '@site/platform/base/tokens';
import { type DataSource } from 'typeorm';
import { copyToPublic } from './picture-objects.js';

/**
 * Copies a picture's sizes to public/ before its row says so. Because of an earlier, reversed decision, the picture's
 * job may be moving them right now; the retry uses the lock that the job holds while it moves them.
 * @returns false when the copy failed
 */
export async function publishObjects(
  { dataSource, store, logger }: { dataSource: DataSource; store: ObjectStore; logger: Logger },
  picture: Picture,
): Promise<boolean> {
  try {
    await copyToPublic(store, picture).catch(() =>
      dataSource.transaction(async (manager) => {
        await manager.findOne(Picture, { where: { id: picture.id }, lock: { mode: 'pessimistic_write' } });
        await copyToPublic(store, picture);
      }),
    );
    return true;
  } catch (error) {
    logger.warn({ err: error, pictureId: picture.id }, 'could not copy a picture');
    return false;
  }
}
