/** Runs the image jobs of a test in this process. */
import type { QueueSettings } from '@site/platform/jobs/queue';
import type { Logger } from '@site/platform/base/tokens';
import { runHere } from './run-here.js';
import { startQueueWorker, type QueueWorker } from '../jobs/queue-worker.js';
import { isReferredTo } from '../kinds.js';
import { explainOnCard, pictureJobs } from '../pictures/picture-jobs.js';
import type { PictureParts } from '../pictures/picture-owners.js';
import { picturesAtOnce } from '../worker/picture-parts.js';

export interface ModerationParts extends Omit<PictureParts, 'isReferredTo'> {
  queue: QueueSettings;
  logger: Logger;
}

export const startModeration = ({ queue, logger, ...parts }: ModerationParts): QueueWorker =>
  startQueueWorker({
    name: 'moderation',
    settings: queue,
    runner: runHere(pictureJobs({ ...parts, isReferredTo })),
    atOnce: picturesAtOnce,
    explain: (job, setback) => explainOnCard(job, setback, parts.owners),
    dataSource: parts.dataSource,
    logger,
  });
