import { loadImageWorkerConfig } from '../config.js';
import { createImageJobs } from '../pictures/picture-jobs.js';
import { openImageParts } from './picture-parts.js';
import { runJobProcess } from './run-job-process.js';

/** Child process of the picture worker. Only these processes decode untrusted files. */
await runJobProcess('worker-pictures', loadImageWorkerConfig(), openImageParts, createImageJobs);
