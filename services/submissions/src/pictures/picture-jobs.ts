import { placePictureJob } from '@site/platform/lifecycle/pictures';
import { z } from 'zod';
import { idField, job, type JobHandlers } from '../jobs/job.js';
import type { PictureParts } from './picture-owners.js';
import { placePicture, placeRemotePicture } from './place-picture.job.js';
import { processPicture, processPictureJob } from './process-picture.job.js';
import { purgePicture, purgePictureJob } from './purge-picture.job.js';

const anyOwner = z.object({ pictureId: idField, owner: z.enum(['submissions', 'content']) });
const ownPicture = z.object({ pictureId: idField, owner: z.literal('submissions') });

/** The jobs of the queue "moderation": what is done with pictures. */
export const pictureJobs = (parts: PictureParts): JobHandlers => ({
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
