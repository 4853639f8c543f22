import { workerConfig } from '../config.js';
import { newsletterJobs, openNewsletterParts } from './newsletter-parts.js';
import { runJobProcess } from './run-job-process.js';

/** Child process of the worker: sends mail. */
await runJobProcess('worker-newsletter', workerConfig(), openNewsletterParts, newsletterJobs);
