import { createLogger } from '@site/platform/base/logger';
import type { Logger } from '@site/platform/base/injection-tokens';
import { startingOrExit } from '@site/platform/base/process';
import type { WorkerProcessConfig } from '../config.js';
import type { JobHandlers } from '../jobs/job.js';
import type { FromProcess } from '../jobs/process-runner.js';
import { serveJobs } from '../jobs/serve-jobs.js';

/** Runs a worker's jobs in this process (`ProcessRunner`) until the worker closes the channel. */
export async function runJobProcess<Config extends WorkerProcessConfig, Parts extends { close(): Promise<void> }>(
  name: string,
  config: Config,
  open: (config: Config, logger: Logger) => Promise<Parts>,
  jobsOf: (parts: Parts) => JobHandlers,
): Promise<void> {
  const logger = createLogger({ name, level: config.LOG_LEVEL, format: config.LOG_FORMAT });

  /** Ends only this process: the worker gets the reason, and the job fails. */
  const die = (error: unknown) => {
    logger.fatal({ err: error }, 'uncaught error in a job');
    const message: FromProcess = { type: 'last-words', reason: error instanceof Error ? error.message : String(error) };
    process.send?.(message, () => process.exit(70));
    setTimeout(() => process.exit(70), 1_000);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
  // The worker decides when to stop; the process group's signals reach it too.
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);

  const parts = await startingOrExit(logger, () => open(config, logger));
  await serveJobs(jobsOf(parts));
  await parts.close();
  process.exit(0);
}
