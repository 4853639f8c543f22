import { fileURLToPath } from 'node:url';
import { workerConfig } from './config.js';
import { mailsAtOnce, openNewsletterParts } from './worker/newsletter-parts.js';
import { newsletterTasks } from './worker/periodic-tasks.js';
import { runWorker } from './worker/run-worker.js';

/**
 * The image's second command: takes the jobs of mails, for this service and auth, and does the periodic work that they need. The
 * jobs themselves run in processes of their own (`worker/newsletter-process.ts`), which it starts and ends.
 */
await runWorker({
  name: 'worker',
  config: workerConfig(),
  atOnce: mailsAtOnce,
  program: fileURLToPath(new URL('./worker/newsletter-process.js', import.meta.url)),
  open: openNewsletterParts,
  periodic: newsletterTasks,
});
