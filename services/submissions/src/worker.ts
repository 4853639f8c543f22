/** Entry point of the worker's process, which sends mail. */
import { workerConfig } from './config.js';
import {
  mailJobs,
  mailTasks,
  maxConcurrentCampaignJobs,
  maxConcurrentEmails,
  newsletterJobs,
  openMailWorkerParts,
} from './worker/mail-parts.js';
import { runWorker } from './worker/run-worker.js';

/** The image's second command: runs the mail jobs of this service and auth, campaigns, and their periodic work. */
await runWorker({
  name: 'worker',
  config: workerConfig(),
  open: openMailWorkerParts,
  queues: (parts) => [
    { name: 'mail', handlers: mailJobs(parts), atOnce: maxConcurrentEmails },
    { name: 'newsletter', handlers: newsletterJobs(parts), atOnce: maxConcurrentCampaignJobs },
  ],
  periodic: mailTasks,
});
