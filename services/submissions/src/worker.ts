/** Entry point of the worker's process, which sends mail. */
import { fileURLToPath } from 'node:url';
import type { Logger } from '@site/platform/base/injection-tokens';
import { warnWithoutTls } from '@site/platform/mail/mail-encryption';
import { workerConfig, type WorkerConfig } from './config.js';
import { maxConcurrentEmails, openNewsletterParts, newsletterTasks } from './worker/newsletter-parts.js';
import { runWorker } from './worker/run-worker.js';

/**
 * The image's second command: runs the mail jobs of this service and auth in child processes
 * (`worker/newsletter-process.ts`), and their periodic work.
 */
await runWorker({
  name: 'worker',
  config: workerConfig(),
  atOnce: maxConcurrentEmails,
  program: fileURLToPath(new URL('./worker/newsletter-process.js', import.meta.url)),
  open: async (config: WorkerConfig, logger: Logger) => {
    const parts = await openNewsletterParts(config, logger);
    // Once here, not in each job process.
    const stopChecking = warnWithoutTls(config.SMTP_URL, logger);
    return {
      ...parts,
      close() {
        stopChecking();
        return parts.close();
      },
    };
  },
  periodic: newsletterTasks,
});
