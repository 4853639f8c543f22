/** Entry point of the submissions service's process. */
import { tlsFiles } from '@site/platform/base/config';
import { createLogger } from '@site/platform/base/logger';
import { checkDatabase, minPoolSize } from '@site/platform/data/database';
import { objectStoreSettings, type ObjectStore } from '@site/platform/data/object-store';
import { mailReportsOf } from '@site/platform/mail/report-access';
import { startService } from '@site/platform/service/start-service';
import { queuesOf } from '@site/proto/queues';
import { OBJECT_STORE } from '@site/platform/base/injection-tokens';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { serverConfig } from './config.js';
import { submissionsDatabase } from './database.js';
import { warnSparingly } from './queue-error-log.js';

const config = serverConfig();
const logger = createLogger({ name: 'submissions', level: config.LOG_LEVEL, format: config.LOG_FORMAT });

await startService({
  name: 'submissions',
  module: AppModule.with({
    logger,
    mailReports: mailReportsOf(config),
    database: {
      ...submissionsDatabase,
      url: config.DATABASE_URL,
      poolMax: config.DATABASE_POOL_MAX,
      poolMin: minPoolSize,
    },
    objectStore: objectStoreSettings(config),
    queues: {
      names: queuesOf.submissions,
      settings: { redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, onError: warnSparingly(logger) },
    },
  }),
  packages: ['submissions', 'changes', 'images', 'audit', 'trash', 'jobs', 'mail', 'mentions'],
  listen: config.GRPC_LISTEN,
  tls: tlsFiles(config),
  metricsPort: config.METRICS_PORT,
  metricsHost: config.METRICS_HOST,
  logger,
  // No request depends on the queue.
  checks: (app) => ({
    database: checkDatabase(app.get(DataSource)),
    // Creates the bucket if the store is new or was emptied.
    objectStore: () => app.get<ObjectStore>(OBJECT_STORE).ensureBucket(),
  }),
});
