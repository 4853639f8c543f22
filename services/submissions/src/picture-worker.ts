/** Entry point of the picture worker's process. */
import { loadImageWorkerConfig } from './config.js';
import { checkDecoder } from './images/image-sizes.js';
import { createImageJobs, explainOnCard } from './images/image-jobs.js';
import { openImageParts, maxConcurrentImages, createImageTasks } from './worker/image-parts.js';
import { runWorker } from './worker/run-worker.js';

/**
 * The image's third command: runs the picture jobs of this service and content. Only this worker decodes visitors'
 * files, each in a process with limits (`images/decoder.ts`). A compromised decoder gets no credentials from it, and the
 * worker can reach the jobs, the object store and content's pictures, but no mail server, accounts or outside network.
 */
await runWorker({
  name: 'picture-worker',
  config: loadImageWorkerConfig(),
  open: openImageParts,
  queues: (parts) => [
    {
      name: 'moderation',
      handlers: createImageJobs(parts),
      atOnce: maxConcurrentImages,
      explain: (job, failure) => explainOnCard(job, failure, parts.owners),
    },
  ],
  periodic: createImageTasks,
  checks: ({ store }) => ({ decoder: checkDecoder, objectStore: () => store.ensureBucket() }),
});
