import { type ObjectStore } from '@site/platform/object-store';
import { type PictureOwner } from './picture-owners.js';

/**
 * Removes sizes of pictures that no service knows any more: what a process left that died between two steps. Only what has
 * the name of a size and lies there for a week is looked at: by then nobody restores an older database any more.
 */
const olderThanMs = 7 * 86_400_000;
const sizeName =
  /^(?:public|pending)\/(?:snapshot|cover|portrait|logo)s\/[0-9a-f]{2}\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})-\d+\.\w+$/;
const batchSize = 500;

/** Every owner is asked; when one does not answer, nothing is removed. Returns the number of objects removed. */
export async function sweepOrphans(
  store: ObjectStore,
  owners: Pick<PictureOwner, 'findPictures'>[],
  now = Date.now(),
): Promise<number> {
  const sweep = async (batch: { key: string; pictureId: string }[]): Promise<number> => {
    const pictureIds = [...new Set(batch.map(({ pictureId }) => pictureId))];
    const answers = await Promise.all(owners.map((owner) => owner.findPictures({ pictureIds })));
    const known = new Set(answers.flatMap((answer) => answer.knownIds));
    const orphans = batch.filter(({ pictureId }) => !known.has(pictureId)).map(({ key }) => key);
    await store.remove(orphans);
    return orphans.length;
  };
  let removed = 0;
  let batch: { key: string; pictureId: string }[] = [];
  for (const prefix of ['public/', 'pending/']) {
    for await (const { key, changedAt } of store.entries(prefix)) {
      const pictureId = sizeName.exec(key)?.[1];
      if (pictureId && now - changedAt.getTime() > olderThanMs) batch.push({ key, pictureId });
      if (batch.length < batchSize) continue;
      removed += await sweep(batch);
      batch = [];
    }
  }
  return batch.length > 0 ? removed + (await sweep(batch)) : removed;
}
