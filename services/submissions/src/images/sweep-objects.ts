/**
 * Removes objects that no owner of images needs: staged uploads, and sizes without a row. Removes a batch only if every
 * owner responded.
 */
import type { ObjectStore } from '@site/platform/data/object-store';
import { imageKinds } from '@site/domain/images/image-kinds';
import type { ImageOwner } from './image-owners.js';

const batchSize = 500;
/** Uploads are stored before their row, which won't follow after this long. */
export const stagedForHours = 24;
/** No older database backup is restored. */
const orphanedForMs = 7 * 86_400_000;
/** Objects with other names are never removed. */
const sizeName = new RegExp(
  `^(?:public|pending)/(?:${imageKinds.join('|')})s/[0-9a-f]{2}/` +
    /([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})-\d+\.\w+$/.source,
);
const imageIdFromKey = (key: string) => sizeName.exec(key)?.[1] ?? '';

/**
 * Removes uploads that no picture needs: the visitor left, the submission was repeated, or the process crashed before
 * cleanup.
 */
export const sweepStaging = (
  store: ObjectStore,
  owners: Pick<ImageOwner, 'findStagedUploads'>[],
  changedBefore: Date,
): Promise<number> =>
  sweep(store, 'staging/', changedBefore, async (keys) => {
    const responses = await Promise.all(owners.map((owner) => owner.findStagedUploads({ keys })));
    const waiting = new Set(responses.flatMap(({ waitingKeys }) => waitingKeys));
    return keys.filter((key) => !waiting.has(key));
  });

/** Removes sizes of pictures that no service has a row for, left by a dead process. */
export async function sweepOrphans(
  store: ObjectStore,
  owners: Pick<ImageOwner, 'findImages'>[],
  now = Date.now(),
): Promise<number> {
  let removed = 0;
  for (const prefix of ['public/', 'pending/']) {
    removed += await sweep(store, prefix, new Date(now - orphanedForMs), async (keys) => {
      const sizes = keys.filter(imageIdFromKey);
      const imageIds = [...new Set(sizes.map(imageIdFromKey))];
      const responses = await Promise.all(owners.map((owner) => owner.findImages({ imageIds })));
      const existingIds = new Set(responses.flatMap(({ existingIds: ids }) => ids));
      return sizes.filter((key) => !existingIds.has(imageIdFromKey(key)));
    });
  }
  return removed;
}

/** Removes, in batches, the objects unchanged since `changedBefore` that `unwanted` returns. */
async function sweep(
  store: ObjectStore,
  prefix: string,
  changedBefore: Date,
  unwanted: (keys: string[]) => Promise<string[]>,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeBatch = async () => {
    const keys = await unwanted(batch);
    await store.remove(keys);
    removed += keys.length;
    batch = [];
  };
  for await (const { key, changedAt } of store.entries(prefix)) {
    if (changedAt < changedBefore) batch.push(key);
    if (batch.length === batchSize) await removeBatch();
  }
  if (batch.length > 0) await removeBatch();
  return removed;
}
