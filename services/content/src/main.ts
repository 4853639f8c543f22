/** Entry point of the content service's process. */
import { tlsFiles } from '@site/platform/base/config';
import { createLogger } from '@site/platform/base/logger';
import { checkDatabase, minPoolSize } from '@site/platform/data/database';
import { startService } from '@site/platform/service/start-service';
import { queuesOf } from '@site/proto/queues';
import { DataSource } from 'typeorm';
import { AppModule, packages } from './app.module.js';
import { serverConfig } from './config.js';
import { contentDatabase } from './database.js';

const config = serverConfig();
const logger = createLogger({ name: 'content', level: config.LOG_LEVEL, format: config.LOG_FORMAT });

await startService({
  name: 'content',
  packages,
  listen: config.GRPC_LISTEN,
  tls: tlsFiles(config),
  logger,
  module: AppModule.with({
    logger,
    database: { ...contentDatabase, url: config.DATABASE_URL, poolMax: config.DATABASE_POOL_MAX, poolMin: minPoolSize },
    queues: {
      names: queuesOf.content,
      settings: {
        redisUrl: config.REDIS_URL,
        databaseUrl: config.DATABASE_URL,
        onError: (error) => logger.warn({ err: error }, 'the queue is away'),
      },
    },
  }),
  metricsPort: config.METRICS_PORT,
  metricsHost: config.METRICS_HOST,
  // Without the queue, pictures wait in the outbox, and pages still work.
  checks: (app) => ({ database: checkDatabase(app.get(DataSource, { strict: false })) }),
});
