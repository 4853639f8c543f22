import { type ObjectStore } from '@site/platform/object-store';
import { Picture } from '@site/platform/pictures';
import { type Logger } from '@site/platform/tokens';
import { type DataSource } from 'typeorm';
import { copyToPublic } from './picture-objects.js';

/**
 * Copies a picture's sizes to where everyone may read them, before the row says so. Its own job may be moving them at this
 * moment, after an earlier decision that was taken back: then once more, under the lock that the job holds while it moves.
 * @returns false when the store would not
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
    logger.warn({ err: error, pictureId: picture.id }, 'a picture could not be copied');
    return false;
  }
}
