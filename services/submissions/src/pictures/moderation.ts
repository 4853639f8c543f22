import { type ObjectStore } from '@site/platform/object-store';
import { type QueueSettings } from '@site/platform/queue';
import { type Logger } from '@site/platform/tokens';
import { type DataSource } from 'typeorm';
import { z } from 'zod';
import { idField, job, runHere, type JobHandlers } from '../jobs/job.js';
import { jobsAtOnce } from '../jobs/job-parts.js';
import { startQueueWorker, type QueueWorker } from '../jobs/queue-worker.js';
import { purgePicture, purgePictureJob } from '../retention/purge-picture.job.js';
import { placePicture, placePictureJob, placeRemotePicture } from './place-picture.job.js';
import { type PictureOwners } from './picture-owners.js';
import { processPicture, processPictureJob } from './process-picture.job.js';

/** The queue "moderation": what is done with pictures. */

/** What its jobs need. */
export interface PictureParts {
  dataSource: DataSource;
  store: ObjectStore;
  owners: PictureOwners;
}

const anyOwner = z.object({ pictureId: idField, owner: z.enum(['submissions', 'content']) });
const ownPicture = z.object({ pictureId: idField, owner: z.literal('submissions') });

/** Which job is done how. */
export const moderationJobs = (parts: PictureParts): JobHandlers => ({
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

export type { QueueWorker as Moderation };

export interface ModerationParts extends PictureParts {
  queue: QueueSettings;
  logger: Logger;
}

/** Starts working in this very process, as tests do. */
export const startModeration = ({ queue, logger, ...parts }: ModerationParts): QueueWorker =>
  startQueueWorker({
    name: 'moderation',
    settings: queue,
    runner: runHere(moderationJobs(parts)),
    atOnce: jobsAtOnce.moderation,
    dataSource: parts.dataSource,
    logger,
  });
