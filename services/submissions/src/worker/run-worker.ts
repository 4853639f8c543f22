/** Runs a worker process: one queue's jobs and periodic tasks. */
import { createLogger } from '@site/platform/base/logger';
import { Readiness, serveProbes } from '@site/platform/base/probes';
import { startTracing } from '@site/platform/base/tracing';
import type { Logger } from '@site/platform/base/injection-tokens';
import { queuesOf } from '@site/proto/queues';
import { dieOnBugs, startingOrExit, stopOnSignal } from '@site/platform/base/process';
import type { DataSource } from 'typeorm';
import type { WorkerProcessConfig } from '../config.js';
import { requireHandlers } from '../jobs/job.js';
import { startPeriodic, type PeriodicTask } from '../jobs/periodic-tasks.js';
import { ProcessRunner } from '../jobs/process-runner.js';
import type { ProcessLimits } from '../jobs/process-limits.js';
import { startQueueWorker, type QueueWorkerParts } from '../jobs/queue-worker.js';
import { warnSparingly } from '../queue-error-log.js';

/**
 * A process that consumes one queue and runs periodic work. Also serves other services: `worker` sends auth's account
 * mails, `picture-worker` processes content's pictures.
 */
export interface WorkerPlan<Config extends WorkerProcessConfig, Parts> {
  name: 'worker' | 'picture-worker';
  config: Config;
  atOnce: number;
  /** Runs the jobs, one at a time, in child processes. */
  program: string;
  limits?: ProcessLimits;
  open: (config: Config, logger: Logger) => Promise<Parts>;
  periodic: (parts: Parts) => PeriodicTask[];
  /** In addition to the database. */
  checks?: (parts: Parts) => Record<string, () => Promise<void>>;
  explain?: (parts: Parts) => QueueWorkerParts['explain'];
}

/** Runs until a signal stops it. */
export async function runWorker<
  Config extends WorkerProcessConfig,
  Parts extends { dataSource: DataSource; close(): Promise<void> },
>(plan: WorkerPlan<Config, Parts>): Promise<void> {
  const { name, config, program, limits } = plan;
  const logger = createLogger({ name, level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  dieOnBugs(logger);

  const stopTracing = await startingOrExit(logger, () => startTracing(name));
  const parts = await startingOrExit(logger, () => plan.open(config, logger));
  const explain = plan.explain?.(parts);
  const runner = new ProcessRunner({ file: program, args: [], logger, ...(limits && { limits }) });
  const [queue] = queuesOf[name];
  await startingOrExit(logger, async () => {
    const handled = await runner.handled();
    if (handled) requireHandlers(queue, handled);
  });
  const worker = startQueueWorker({
    name: queue,
    settings: { redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, onError: warnSparingly(logger) },
    runner,
    atOnce: plan.atOnce,
    dataSource: parts.dataSource,
    logger,
    ...(explain && { explain }),
  });
  const periodic = startPeriodic(plan.periodic(parts), logger);

  const readiness = new Readiness({
    database: async () => void (await parts.dataSource.query('SELECT 1')),
    jobProcess: () => runner.checkStarts(),
    ...plan.checks?.(parts),
  });
  const probes = await startingOrExit(logger, () =>
    serveProbes({ port: config.METRICS_PORT, host: config.METRICS_HOST, readiness }),
  );

  stopOnSignal(logger, async () => {
    readiness.stop();
    await Promise.all([worker.close(), periodic.stop()]);
    await parts.close();
    await stopTracing();
    probes.close();
  });
  logger.info('ready');
}
