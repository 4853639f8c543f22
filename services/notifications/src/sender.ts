/** The image's second command: sends the dispatches that `main` creates. Any number may run. */
import { createLogger } from '@site/platform/base/logger';
import { Readiness, serveProbes } from '@site/platform/base/probes';
import { startTracing } from '@site/platform/base/tracing';
import { openDatabase } from '@site/platform/data/database';
import { dieOnBugs, startingOrExit, stopOnSignal } from '@site/platform/base/process';
import { senderConfig } from './config.js';
import { notificationsDatabase } from './database.js';
import { startSending } from './sending/start-sending.js';

const config = senderConfig();
const logger = createLogger({ name: 'notifications-sender', level: config.LOG_LEVEL, format: config.LOG_FORMAT });
dieOnBugs(logger);

const stopTracing = await startingOrExit(logger, () => startTracing('notifications-sender'));
const dataSource = await startingOrExit(logger, () =>
  openDatabase({
    ...notificationsDatabase,
    applicationName: 'notifications-sender',
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    // Batches can wait longer than page requests.
    waits: { connectionMs: 5_000 },
  }),
);
const sending = await startingOrExit(logger, () => startSending(config, dataSource, logger));
const readiness = new Readiness({ database: async () => void (await dataSource.query('SELECT 1')) });
const probes = await startingOrExit(logger, () =>
  serveProbes({ port: config.METRICS_PORT, host: config.METRICS_HOST, readiness }),
);

stopOnSignal(logger, async () => {
  readiness.stop();
  await sending.stop();
  await dataSource.destroy();
  await stopTracing();
  probes.close();
});
logger.info('ready');
