/** Runs a worker process: the jobs of its queues and periodic tasks. */
import { setPriority } from 'node:os';
import { createLogger } from '@site/platform/base/logger';
import { checkOwnCertificate } from '@site/platform/base/peer-identity';
import { Readiness, serveProbes } from '@site/platform/base/probes';
import { startTracing } from '@site/platform/base/tracing';
import type { Logger } from '@site/platform/base/injection-tokens';
import { dieOnBugs, startingOrExit, stopOnSignal } from '@site/platform/base/process';
import type { DataSource } from 'typeorm';
import type { WorkerProcessConfig } from '../config.js';
import { startPeriodic, type PeriodicTask } from '../jobs/periodic-tasks.js';
import { startQueueWorker, type QueueWorkerParts } from '../jobs/queue-worker.js';
import { warnSparingly } from '../queue-error-log.js';

/**
 * A process that consumes queues and runs periodic work. Also serves other services: `worker` sends auth's account
 * mails, `picture-worker` processes content's pictures.
 */
export interface WorkerPlan<Config extends WorkerProcessConfig, Parts> {
  name: 'worker' | 'picture-worker';
  config: Config;
  open: (config: Config, logger: Logger) => Promise<Parts>;
  /** As `queuesOf` of this process. */
  queues: (parts: Parts) => Pick<QueueWorkerParts, 'name' | 'handlers' | 'atOnce' | 'explain'>[];
  periodic: (parts: Parts) => PeriodicTask[];
  /** In addition to the database. */
  checks?: (parts: Parts) => Record<string, () => Promise<void>>;
}

/** Of the process and those that it starts: requests come first. */
const priority = 10;

/** Runs until a signal stops it. */
export async function runWorker<
  Config extends WorkerProcessConfig,
  Parts extends { dataSource: DataSource; close(): Promise<void> },
>(plan: WorkerPlan<Config, Parts>): Promise<void> {
  const { name, config } = plan;
  const logger = createLogger({ name, level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  dieOnBugs(logger);
  try {
    setPriority(priority);
  } catch {
    // It is lower already, under `nice`.
  }

  const stopTracing = await startingOrExit(logger, () => startTracing(name));
  const parts = await startingOrExit(logger, () => plan.open(config, logger));
  const { dataSource } = parts;
  const settings = {
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    onError: warnSparingly(logger),
  };
  const workers = plan.queues(parts).map((queue) => startQueueWorker({ ...queue, settings, dataSource, logger }));
  const periodic = startPeriodic(plan.periodic(parts), logger);

  const readiness = new Readiness({
    certificate: checkOwnCertificate,
    database: async () => void (await dataSource.query('SELECT 1')),
    ...plan.checks?.(parts),
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
}
