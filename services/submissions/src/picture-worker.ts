import { fileURLToPath } from 'node:url';
import { pictureWorkerConfig } from './config.js';
import { explainOnCard } from './pictures/picture-jobs.js';
import { pictureTasks } from './worker/periodic-tasks.js';
import { openPictureParts, pictureProcessLimits, picturesAtOnce } from './worker/picture-parts.js';
import { runWorker } from './worker/run-worker.js';

/**
 * The image's third command: takes the jobs of pictures, for this service and content. What strangers sent is decoded here and
 * nowhere else, in processes with a limit of memory each (`worker/picture-process.ts`). A decoder that is taken over finds the
 * database of its jobs, the object store and content's pictures: no mail server, no accounts, no way out of the house.
 */
await runWorker({
  name: 'picture-worker',
  config: pictureWorkerConfig(),
  atOnce: picturesAtOnce,
  program: fileURLToPath(new URL('./worker/picture-process.js', import.meta.url)),
  limits: pictureProcessLimits,
  open: openPictureParts,
  periodic: pictureTasks,
  checks: ({ store }) => ({ objectStore: () => store.ensureBucket() }),
  explain:
    ({ owners }) =>
    (job, setback) =>
      explainOnCard(job, setback, owners),
});
