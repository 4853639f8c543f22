/** Runs the image jobs of a test. */
import type { QueueSettings } from '@site/platform/jobs/queue';
import type { Logger } from '@site/platform/base/injection-tokens';
import { startQueueWorker, type QueueWorker } from '../jobs/queue-worker.js';
import { isReferredTo } from '../submission-kinds.js';
import { explainOnCard, createImageJobs } from '../images/image-jobs.js';
import type { ImageWorkerParts } from '../images/image-owners.js';
import { maxConcurrentImages } from '../worker/image-parts.js';

export interface ModerationParts extends Omit<ImageWorkerParts, 'isReferredTo'> {
  queue: QueueSettings;
  logger: Logger;
}

export const startModeration = ({ queue, logger, ...parts }: ModerationParts): QueueWorker =>
  startQueueWorker({
    name: 'moderation',
    settings: queue,
    handlers: createImageJobs({ ...parts, isReferredTo }),
    atOnce: maxConcurrentImages,
    explain: (job, failure) => explainOnCard(job, failure, parts.owners),
    dataSource: parts.dataSource,
    logger,
  });
