import { loadImageWorkerConfig } from '../config.js';
import { createImageJobs } from '../images/image-jobs.js';
import { openImageParts } from './image-parts.js';
import { runJobProcess } from './run-job-process.js';

/** Child process of the picture worker. Only these processes decode untrusted files. */
await runJobProcess('worker-pictures', loadImageWorkerConfig(), openImageParts, createImageJobs);
