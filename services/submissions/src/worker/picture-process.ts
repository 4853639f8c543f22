import { pictureWorkerConfig } from '../config.js';
import { pictureJobs } from '../pictures/picture-jobs.js';
import { openPictureParts } from './picture-parts.js';
import { runJobProcess } from './run-job-process.js';

/** Child process of the picture worker. Only these processes decode untrusted files. */
await runJobProcess('worker-pictures', pictureWorkerConfig(), openPictureParts, pictureJobs);
