import { setPriority } from 'node:os';
import { createLogger } from '@site/platform/base/logger';
import { startingOrExit } from '@site/platform/service/start';
import { workerConfig } from '../config.js';
import type { FromProcess } from '../jobs/process-runner.js';
import { serveJobs } from '../jobs/serve-jobs.js';
import { jobsOf, openJobParts } from './job-parts.js';

/** A process that does jobs of one queue, started by the worker (`ProcessRunner`) with the queue's name as its argument. */
const [queue = ''] = process.argv.slice(2);
const config = workerConfig();
const logger = createLogger({ name: `worker-${queue}`, level: config.LOG_LEVEL, format: config.LOG_FORMAT });

/** An uncaught bug ends this process only: the worker hears what it was, and the job has failed. */
const die = (error: unknown) => {
  logger.fatal({ err: error }, 'uncaught error in a job');
  const message: FromProcess = { type: 'last-words', reason: error instanceof Error ? error.message : String(error) };
  process.send?.(message, () => process.exit(70));
  setTimeout(() => process.exit(70), 1_000);
};
process.on('uncaughtException', die);
process.on('unhandledRejection', die);
// The worker says when to stop; a signal to the whole group is meant for it.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);

// Somebody waits for a page, nobody for a job.
setPriority(10);

const parts = await startingOrExit(logger, () => openJobParts(config));
await serveJobs(await jobsOf(queue, parts));
await parts.close();
process.exit(0);
