import { fileURLToPath } from 'node:url';
import { createLogger } from '@site/platform/base/logger';
import { Readiness, serveProbes } from '@site/platform/base/probes';
import { type QueueName } from '@site/platform/jobs/queue';
import { dieOnBugs, startingOrExit, stopOnSignal } from '@site/platform/service/start';
import { startTracing } from '@site/platform/base/tracing';
import { workerConfig } from './config.js';
import { startPeriodic } from './jobs/periodic.js';
import { ProcessRunner } from './jobs/process-runner.js';
import { startQueueWorker } from './jobs/queue-worker.js';
import { warnSparingly } from './queue-warnings.js';
import { jobsAtOnce, openJobParts } from './worker/job-parts.js';
import { periodicTasks } from './worker/periodic-tasks.js';

/**
 * The image's second command: takes the jobs of both queues, for this service, content and auth, and does the periodic work. The
 * jobs themselves run in processes of their own (`worker/job-process.ts`), which it starts and ends.
 */
const config = workerConfig();
const logger = createLogger({ name: 'worker', level: config.LOG_LEVEL, format: config.LOG_FORMAT });
dieOnBugs(logger);

const stopTracing = await startingOrExit(logger, () => startTracing('worker'));
const parts = await startingOrExit(logger, () => openJobParts(config));
const workerOf = (name: QueueName) =>
  startQueueWorker({
    name,
    settings: { redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, onError: warnSparingly(logger) },
    runner: new ProcessRunner({
      file: fileURLToPath(new URL('./worker/job-process.js', import.meta.url)),
      words: [name],
      logger,
    }),
    atOnce: jobsAtOnce[name],
    dataSource: parts.dataSource,
    logger,
  });
const workers = [workerOf('moderation'), workerOf('newsletter')];
const periodic = startPeriodic(periodicTasks(parts), logger);

const readiness = new Readiness({
  database: async () => void (await parts.dataSource.query('SELECT 1')),
  objectStore: () => parts.store.ensureBucket(),
});
const probes = await startingOrExit(logger, () =>
  serveProbes({ port: config.METRICS_PORT, host: config.METRICS_HOST, readiness }),
);

stopOnSignal(logger, async () => {
  readiness.stop();
  await Promise.all([...workers.map((worker) => worker.close()), periodic.stop()]);
  await parts.close();
  await stopTracing();
  probes.close();
});
logger.info('ready');
