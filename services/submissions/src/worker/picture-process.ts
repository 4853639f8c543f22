import { pictureWorkerConfig } from '../config.js';
import { pictureJobs } from '../pictures/picture-jobs.js';
import { openPictureParts } from './picture-parts.js';
import { runJobProcess } from './run-job-process.js';

/** A process of the picture worker: the only ones that decode what strangers sent. */
await runJobProcess('worker-pictures', pictureWorkerConfig(), openPictureParts, pictureJobs);
