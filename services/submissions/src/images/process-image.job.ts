import { type ObjectStore } from '@site/platform/data/object-store';
import { type ImageKind } from '@site/platform/lifecycle/images';
import type { JobFailure } from '../jobs/queue-worker.js';
import { Postponed, timed } from '../jobs/job.js';
import { isOutage } from '@site/platform/base/outage';
import { type ImageOwner } from './image-owners.js';
import { ImageProcessingError, ImageRejectedError } from './image-rejected.js';
import { makeSizes, sizeOfPdf, type ProcessedImage } from './image-sizes.js';

/**
 * Job "process-picture": makes the sizes of an upload, strips all metadata, and reports to its owner. Safe to repeat:
 * results have fixed names, and the owner accepts only the first report. Reports undecodable uploads as rejected, those
 * that ran out of time as failed. The queue retries other failures.
 */
export async function processImage(
  job: { outboxId: string; imageId: string; limit: AbortSignal },
  parts: { owner: ImageOwner; store: ObjectStore },
): Promise<void> {
  const { owner, store } = parts;
  const { outboxId, imageId, limit } = job;
  const claim = await owner.claimImage({ id: imageId });
  if (!claim.done) {
    const bytes = await timed('store', () => store.get(claim.stagingKey).catch(storeIsAway));
    const processed = await timed(
      'image',
      async () =>
        (claim.kind === 'cover' && sizeOfPdf(bytes)) ||
        (await makeSizes(bytes, claim.kind as ImageKind, { signal: limit }).catch(verdictOrThrow)),
    );
    if (processed instanceof ImageProcessingError)
      return void (await owner.failImage({ imageId, outboxId, reason: processed.message }));
    if (processed instanceof ImageRejectedError)
      await owner.rejectImage({ imageId, outboxId, reason: processed.message });
    else {
      const { width, height, placeholder, perceptualHash } = processed;
      const sizes = await timed('store', () => storeSizes(store, claim.targetPrefix, processed).catch(storeIsAway));
      await owner.completeImage({ imageId, outboxId, width, height, sizes, placeholder, perceptualHash });
    }
  }
  // If this process dies first, the sweep removes the upload.
  await store.remove([claim.stagingKey]);
}

function verdictOrThrow(error: unknown): ImageRejectedError | ImageProcessingError {
  if (error instanceof ImageRejectedError || error instanceof ImageProcessingError) return error;
  throw error;
}

const storeAway = 'The picture store was unreachable.';

function storeIsAway(error: unknown): never {
  throw isOutage(error) ? new Postponed(storeAway, undefined, 'object store') : error;
}

/** Explains to moderators, who can retry it, why a picture's job was given up or postponed. */
export function explanationOf({ kind, reason }: JobFailure): string {
  if (reason === storeAway) return reason;
  const cause = [
    [/key does not exist/, 'Its upload is no longer in the picture store.'],
    [/^it took longer than/, 'Preparing it took too long.'],
    [/^its decoder was killed/, 'Preparing it crashed, most likely because it ran out of memory.'],
  ] as const;
  const explanation = cause.find(([pattern]) => pattern.test(reason))?.[1];
  return (
    explanation ??
    (kind === 'put off' ? 'A service needed to prepare pictures was unreachable.' : 'Preparing it failed.')
  );
}

async function storeSizes(store: ObjectStore, targetPrefix: string, { sizes }: ProcessedImage) {
  const stored = [];
  for (const { bytes, width, height, mediaType, extension } of sizes) {
    const objectKey = `${targetPrefix}-${width}.${extension}`;
    await store.put(objectKey, bytes, mediaType);
    // Without public/ or pending/, which changes on publication.
    const key = objectKey.slice(objectKey.indexOf('/') + 1);
    stored.push({ key, width, height, mediaType, sizeBytes: bytes.length });
  }
  return stored;
}
