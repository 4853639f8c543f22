import { databaseOptions } from '@site/platform/database';
import { createLogger } from '@site/platform/logger';
import { ObjectStore } from '@site/platform/object-store';
import { PictureLedger } from '@site/platform/pictures';
import { Readiness, serveProbes } from '@site/platform/probes';
import { dieOnBugs, startingOrExit, stopOnSignal } from '@site/platform/start';
import { DataSource } from 'typeorm';
import { objectStoreSettings, workerConfig } from './config.js';
import { submissionsDatabase } from './database.js';
import { startModeration } from './pictures/moderation.js';
import { pictureFinished } from './pictures/picture-finished.js';
import { remotePictureOwner } from './pictures/picture-owners.js';
import { warnSparingly } from './queue-warnings.js';

/** The image's second command: does the jobs of the queue "moderation" for this service and for content. */
const config = workerConfig();
const logger = createLogger({ name: 'worker', level: config.LOG_LEVEL, format: config.LOG_FORMAT });
dieOnBugs(logger);

const database = {
  ...submissionsDatabase,
  applicationName: 'submissions-worker',
  url: config.DATABASE_URL,
  poolMax: config.DATABASE_POOL_MAX,
};
const dataSource = await startingOrExit(logger, () => new DataSource(databaseOptions(database)).initialize());
const store = new ObjectStore(objectStoreSettings(config));
const content = remotePictureOwner(config.CONTENT_GRPC_ADDRESS);
const moderation = startModeration({
  dataSource,
  store,
  owners: { submissions: new PictureLedger(dataSource, pictureFinished), content },
  queue: { redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, onError: warnSparingly(logger) },
  logger,
});

const readiness = new Readiness({
  database: async () => void (await dataSource.query('SELECT 1')),
  objectStore: () => store.ensureBucket(),
});
const probes = await startingOrExit(logger, () =>
  serveProbes({ port: config.METRICS_PORT, host: config.METRICS_HOST, readiness }),
);

stopOnSignal(logger, async () => {
  readiness.stop();
  await moderation.close();
  content.close();
  store.close();
  await dataSource.destroy();
  probes.close();
});
logger.info('ready');
