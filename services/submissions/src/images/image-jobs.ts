import { placeImageJob, processImageJob } from '@site/platform/lifecycle/images';
import { z } from 'zod';
import type { Job } from 'bullmq';
import type { JobName } from '@site/proto/queues';
import { idField, job, type HandlersOf } from '../jobs/job.js';
import type { JobFailure } from '../jobs/queue-worker.js';
import type { ImageWorkerParts } from './image-owners.js';
import { placeImage, placeRemoteImage } from './place-image.job.js';
import { explanationOf, processImage } from './process-image.job.js';
import { purgeImage, purgeImageJob } from './purge-image.job.js';

const anyOwner = z.object({ pictureId: idField, owner: z.enum(['submissions', 'content']) });
const imageJobSchema = z.object({ pictureId: idField, owner: z.literal('submissions') });

/** Jobs of `moderation`: this service's and content's images. Queued ones outlive a release, so their keys stay. */
export const createImageJobs = (parts: ImageWorkerParts): HandlersOf<JobName<'moderation'>> => ({
  [processImageJob]: job(anyOwner, 60, ({ outboxId, limit, payload: { pictureId: imageId, owner } }) =>
    processImage({ outboxId, imageId, limit }, { owner: parts.owners[owner], store: parts.store }),
  ),
  [placeImageJob]: job(anyOwner, 60, ({ outboxId, payload: { pictureId: imageId, owner } }) =>
    owner === 'submissions'
      ? placeImage({ outboxId, imageId }, parts)
      : placeRemoteImage({ outboxId, imageId }, { ...parts, owner: parts.owners[owner] }),
  ),
  [purgeImageJob]: job(imageJobSchema, 60, ({ outboxId, payload: { pictureId: imageId } }) =>
    purgeImage({ outboxId, imageId }, parts),
  ),
});

/** Reports to the picture's owner, for its dashboard card, why the picture isn't ready. */
export async function explainOnCard(job: Job, failure: JobFailure, owners: ImageWorkerParts['owners']): Promise<void> {
  const { data: payload } = anyOwner.safeParse((job.data as { payload?: unknown } | null)?.payload);
  if (job.name !== processImageJob || !payload) return;
  const { pictureId: imageId, owner } = payload;
  await owners[owner].failImage({ imageId, outboxId: '', reason: explanationOf(failure) });
}
