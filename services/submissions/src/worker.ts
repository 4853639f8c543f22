/** Entry point of the worker's process, which sends mail. */
import { setPriority } from 'node:os';
import { workerConfig } from './config.js';
import { runHere } from './jobs/run-here.js';
import {
  mailJobs,
  mailTasks,
  maxConcurrentCampaignJobs,
  maxConcurrentEmails,
  newsletterJobs,
  openMailWorkerParts,
} from './worker/mail-parts.js';
import { runWorker } from './worker/run-worker.js';

/** Requests come first. */
const priority = 10;
try {
  setPriority(priority);
} catch {
  // It is lower already, under `nice`.
}

/** The image's second command: runs the mail jobs of this service and auth, campaigns, and their periodic work. */
await runWorker({
  name: 'worker',
  config: workerConfig(),
  open: openMailWorkerParts,
  queues: (parts) => [
    { name: 'mail', runner: runHere(mailJobs(parts)), atOnce: maxConcurrentEmails },
    { name: 'newsletter', runner: runHere(newsletterJobs(parts)), atOnce: maxConcurrentCampaignJobs },
  ],
  periodic: mailTasks,
});
