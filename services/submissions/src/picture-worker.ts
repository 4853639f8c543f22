/** Entry point of the picture worker's process. */
import { fileURLToPath } from 'node:url';
import { loadImageWorkerConfig } from './config.js';
import { explainOnCard } from './images/image-jobs.js';

import { openImageParts, imageProcessLimits, maxConcurrentImages, createImageTasks } from './worker/image-parts.js';
import { runWorker } from './worker/run-worker.js';

/**
 * The image's third command: runs the picture jobs of this service and content. Only this worker decodes visitors'
 * files, in memory-limited child processes (`worker/image-process.ts`). A compromised decoder can reach the jobs, the
 * object store and content's pictures, but no mail server, accounts or outside network.
 */
await runWorker({
  name: 'picture-worker',
  config: loadImageWorkerConfig(),
  atOnce: maxConcurrentImages,
  program: fileURLToPath(new URL('./worker/image-process.js', import.meta.url)),
  limits: imageProcessLimits,
  open: openImageParts,
  periodic: createImageTasks,
  checks: ({ store }) => ({ objectStore: () => store.ensureBucket() }),
  explain:
    ({ owners }) =>
    (job, failure) =>
      explainOnCard(job, failure, owners),
});
