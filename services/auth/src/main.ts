/** Entry point of the auth service's process. */
import { tlsFiles } from '@site/platform/base/config';
import { createLogger } from '@site/platform/base/logger';
import { checkDatabase, minPoolSize } from '@site/platform/data/database';
import { startService } from '@site/platform/service/start-service';
import { queuesOf } from '@site/proto/queues';
import { siteName } from '@site/regions/state';
import { DataSource } from 'typeorm';
import { AppModule, packages } from './app.module.js';
import { serverConfig } from './config.js';
import { authDatabase } from './database.js';
import { SecretSeal } from './second-factors/secret-seal.js';

const config = serverConfig();
const logger = createLogger({ name: 'auth', level: config.LOG_LEVEL, format: config.LOG_FORMAT });

await startService({
  name: 'auth',
  packages,
  listen: config.GRPC_LISTEN,
  tls: tlsFiles(config),
  logger,
  module: AppModule.with({
    logger,
    database: { ...authDatabase, url: config.DATABASE_URL, poolMax: config.DATABASE_POOL_MAX, poolMin: minPoolSize },
    keys: { current: config.JWT_PRIVATE_KEY, previous: config.JWT_PRIVATE_KEY_PREVIOUS },
    firstAdmin: { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD },
    factors: {
      seal: new SecretSeal(config.SECOND_FACTOR_KEY, config.SECOND_FACTOR_KEY_PREVIOUS),
      publicUrl: config.PUBLIC_URL,
      siteName,
    },
    sessions: { idleMinutes: config.SESSION_IDLE_MINUTES, secondFactorFor: config.REQUIRE_SECOND_FACTOR },
    clock: () => new Date(),
    mailDelivered: config.MAIL_DELIVERED,
    queues: {
      names: queuesOf.auth,
      settings: {
        redisUrl: config.REDIS_URL,
        databaseUrl: config.DATABASE_URL,
        onError: (error) => logger.warn({ err: error }, 'the queue is away'),
      },
    },
  }),
  metricsPort: config.METRICS_PORT,
  metricsHost: config.METRICS_HOST,
  // Without the queue, emails wait in the outbox, and users can still sign in.
  checks: (app) => ({ database: checkDatabase(app.get(DataSource, { strict: false })) }),
});
