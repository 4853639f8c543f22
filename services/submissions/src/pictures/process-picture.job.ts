import { type ObjectStore } from '@site/platform/data/object-store';
import { type PictureKind } from '@site/platform/lifecycle/pictures';
import { timed } from '../jobs/spent.js';
import { type PictureOwner } from './picture-owners.js';
import { PictureRefused } from './picture-refused.js';
import { makeSizes, type MadePicture } from './sizes.js';

/**
 * Job "process-picture": makes the sizes of an upload, strips all metadata, and tells its owner. Safe to repeat: results have
 * fixed names, and the owner takes only the first report. What cannot be decoded is reported as rejected; the queue tries
 * again what fails for another reason.
 */
export const processPictureJob = 'process-picture';

export async function processPicture(
  job: { outboxId: string; pictureId: string },
  parts: { owner: PictureOwner; store: ObjectStore },
): Promise<void> {
  const { owner, store } = parts;
  const { outboxId, pictureId } = job;
  const claim = await owner.claim({ pictureId });
  if (!claim.done) {
    const bytes = await timed('store', () => store.get(claim.stagingKey));
    const made = await timed('image', () => makeSizes(bytes, claim.kind as PictureKind).catch(refusalOrThrow));
    if (made instanceof PictureRefused) await owner.reject({ pictureId, outboxId, reason: made.message });
    else {
      const { width, height, placeholder, perceptualHash } = made;
      const sizes = await timed('store', () => storeSizes(store, claim.targetPrefix, made));
      await owner.complete({ pictureId, outboxId, width, height, sizes, placeholder, perceptualHash });
    }
  }
  // After the commit: if this process dies before that, the sweep removes the upload.
  await store.remove([claim.stagingKey]);
}

function refusalOrThrow(error: unknown): PictureRefused {
  if (error instanceof PictureRefused) return error;
  throw error;
}

async function storeSizes(store: ObjectStore, targetPrefix: string, { sizes }: MadePicture) {
  const stored = [];
  for (const { bytes, width, height, mediaType, extension } of sizes) {
    const objectKey = `${targetPrefix}-${width}.${extension}`;
    await store.put(objectKey, bytes, mediaType);
    // Without public/ or pending/, which changes when the picture is published.
    const key = objectKey.slice(objectKey.indexOf('/') + 1);
    stored.push({ key, width, height, mediaType, sizeBytes: bytes.length });
  }
  return stored;
}
