import { placePictureJob, processPictureJob } from '@site/platform/lifecycle/pictures';
import { z } from 'zod';
import type { Job } from 'bullmq';
import type { JobName } from '@site/proto/queues';
import { idField, job, type HandlersOf } from '../jobs/job.js';
import type { Setback } from '../jobs/queue-worker.js';
import type { PictureParts } from './picture-owners.js';
import { placePicture, placeRemotePicture } from './place-picture.job.js';
import { explanationOf, processPicture } from './process-picture.job.js';
import { purgePicture, purgePictureJob } from './purge-picture.job.js';

const anyOwner = z.object({ pictureId: idField, owner: z.enum(['submissions', 'content']) });
const ownPicture = z.object({ pictureId: idField, owner: z.literal('submissions') });

/** Jobs of the queue `moderation`: this service's photos and logos, and content's pictures. */
export const pictureJobs = (parts: PictureParts): HandlersOf<JobName<'moderation'>> => ({
  [processPictureJob]: job(anyOwner, 60, ({ outboxId, payload: { pictureId, owner } }) =>
    processPicture({ outboxId, pictureId }, { owner: parts.owners[owner], store: parts.store }),
  ),
  [placePictureJob]: job(anyOwner, 60, ({ outboxId, payload: { pictureId, owner } }) =>
    owner === 'submissions'
      ? placePicture({ outboxId, pictureId }, parts)
      : placeRemotePicture({ outboxId, pictureId }, { ...parts, owner: parts.owners[owner] }),
  ),
  [purgePictureJob]: job(ownPicture, 60, ({ outboxId, payload: { pictureId } }) =>
    purgePicture({ outboxId, pictureId }, parts),
  ),
});

/** Reports to the picture's owner, for its dashboard card, why the picture isn't ready. */
export async function explainOnCard(job: Job, setback: Setback, owners: PictureParts['owners']): Promise<void> {
  const { data: payload } = anyOwner.safeParse((job.data as { payload?: unknown } | null)?.payload);
  if (job.name !== processPictureJob || !payload) return;
  const { pictureId, owner } = payload;
  await owners[owner].fail({ pictureId, outboxId: '', reason: explanationOf(setback) });
}
