import { type ObjectStore } from '@site/platform/object-store';
import { type PictureOwner } from './picture-owners.js';

/** An upload is stored before its row is written; this long after, a row that was to come has come. */
export const stagedForHours = 24;
const batchSize = 1_000;

/**
 * Removes uploads that no picture waits for: a visitor who left before the answer, a repeated submission, a crash between
 * commit and clean-up. Every owner is asked; when one does not answer, nothing is removed. Returns the number removed.
 */
export async function sweepStaging(
  store: ObjectStore,
  owners: Pick<PictureOwner, 'findStaged'>[],
  changedBefore: Date,
): Promise<number> {
  const sweep = async (keys: string[]): Promise<number> => {
    const answers = await Promise.all(owners.map((owner) => owner.findStaged({ keys })));
    const waiting = new Set(answers.flatMap(({ waitingKeys }) => waitingKeys));
    const forgotten = keys.filter((key) => !waiting.has(key));
    await store.remove(forgotten);
    return forgotten.length;
  };
  let removed = 0;
  let batch: string[] = [];
  for await (const { key, changedAt } of store.entries('staging/')) {
    if (changedAt < changedBefore) batch.push(key);
    if (batch.length < batchSize) continue;
    removed += await sweep(batch);
    batch = [];
  }
  return batch.length > 0 ? removed + (await sweep(batch)) : removed;
}
