import { fileURLToPath } from 'node:url';
import { workerConfig } from './config.js';
import { mailsAtOnce, openNewsletterParts, newsletterTasks } from './worker/newsletter-parts.js';
import { runWorker } from './worker/run-worker.js';

/**
 * The image's second command: runs the mail jobs of this service and auth in child processes
 * (`worker/newsletter-process.ts`), and their periodic work.
 */
await runWorker({
  name: 'worker',
  config: workerConfig(),
  atOnce: mailsAtOnce,
  program: fileURLToPath(new URL('./worker/newsletter-process.js', import.meta.url)),
  open: openNewsletterParts,
  periodic: newsletterTasks,
});
