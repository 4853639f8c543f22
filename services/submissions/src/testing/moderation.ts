/** Runs the image jobs of a test in this process. */
import type { QueueSettings } from '@site/platform/jobs/queue';
import type { Logger } from '@site/platform/base/tokens';
import { runHere } from './run-here.js';
import { startQueueWorker, type QueueWorker } from '../jobs/queue-worker.js';
import { isReferredTo } from '../kinds.js';
import { explainOnCard, createImageJobs } from '../pictures/picture-jobs.js';
import type { ImageWorkerParts } from '../pictures/picture-owners.js';
import { maxConcurrentImages } from '../worker/picture-parts.js';

export interface ModerationParts extends Omit<ImageWorkerParts, 'isReferredTo'> {
  queue: QueueSettings;
  logger: Logger;
}

export const startModeration = ({ queue, logger, ...parts }: ModerationParts): QueueWorker =>
  startQueueWorker({
    name: 'moderation',
    settings: queue,
    runner: runHere(createImageJobs({ ...parts, isReferredTo })),
    atOnce: maxConcurrentImages,
    explain: (job, failure) => explainOnCard(job, failure, parts.owners),
    dataSource: parts.dataSource,
    logger,
  });
