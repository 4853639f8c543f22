/** Object keys of images: under public/ when the image is published, otherwise under pending/. */
import type { Logger } from '@site/platform/base/injection-tokens';
import type { ObjectStore } from '@site/platform/data/object-store';
import { objectKey, StoredImage } from '@site/platform/lifecycle/images';
import type { DataSource, EntityManager } from 'typeorm';

export const lockImage = (manager: EntityManager, id: string): Promise<StoredImage | null> =>
  manager.findOne(StoredImage, { where: { id }, lock: { mode: 'pessimistic_write' } });

/**
 * Copies the sizes to public/; the picture's job removes the private copies. Without a private copy, the job may not
 * yet have moved the public one back after an earlier decision.
 */
export async function copyToPublic(store: ObjectStore, { sizes }: StoredImage): Promise<void> {
  await Promise.all(
    sizes.map(async ({ key }) => {
      const from = objectKey(false, key);
      const to = objectKey(true, key);
      await store.copy(from, to).catch(async (error: unknown) => {
        if (!(await store.stat(to))) throw error;
      });
    }),
  );
}

/**
 * Copies a picture's sizes to public/ before its row says so. The picture's job may be moving them right now; the retry
 * uses the lock that it holds.
 * @returns false when the copy failed
 */
export async function publishObjects(
  { dataSource, store, logger }: { dataSource: DataSource; store: ObjectStore; logger: Logger },
  image: StoredImage,
): Promise<boolean> {
  try {
    await copyToPublic(store, image).catch(() =>
      dataSource.transaction(async (manager) => {
        await lockImage(manager, image.id);
        await copyToPublic(store, image);
      }),
    );
    return true;
  } catch (error) {
    logger.warn({ err: error, imageId: image.id }, 'could not copy a picture');
    return false;
  }
}

/** Moves every size to its place. Safe to interrupt: an object is removed only once its copy exists. */
export async function placeObjects(store: ObjectStore, keys: string[], published: boolean): Promise<void> {
  await Promise.all(
    keys.map(async (key) => {
      const targetKey = objectKey(published, key);
      const unwanted = objectKey(!published, key);
      if (!(await store.stat(targetKey))) await store.copy(unwanted, targetKey);
      await store.remove([unwanted]);
    }),
  );
}

/** Removes a picture's objects in both places, including leftovers. */
export async function removeObjects(store: ObjectStore, baseKey: string): Promise<void> {
  for (const published of [true, false]) await store.remove(await store.list(`${objectKey(published, baseKey)}-`));
}
