/** Entry point of the picture worker's process. */
import { fileURLToPath } from 'node:url';
import type { Logger } from '@site/platform/base/injection-tokens';
import { loadImageWorkerConfig, type ImageWorkerConfig } from './config.js';
import { explainOnCard } from './images/image-jobs.js';
import { ProcessRunner } from './jobs/process-runner.js';
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
  open: async (config: ImageWorkerConfig, logger: Logger) => {
    const file = fileURLToPath(new URL('./worker/image-process.js', import.meta.url));
    const runner = new ProcessRunner({ file, args: [], logger, limits: imageProcessLimits });
    return { ...(await openImageParts(config, logger)), runner };
  },
  queues: ({ runner, owners }) => [
    {
      name: 'moderation',
      runner,
      atOnce: maxConcurrentImages,
      explain: (job, failure) => explainOnCard(job, failure, owners),
    },
  ],
  periodic: createImageTasks,
  checks: ({ store, runner }) => ({
    jobProcess: () => runner.checkStarts(),
    objectStore: () => store.ensureBucket(),
  }),
});
