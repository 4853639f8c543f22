/** Entry point of the weather proxy's process. */
import { loadConfig, tlsFiles } from '@site/platform/base/config';
import { createLogger } from '@site/platform/base/logger';
import { checkDatabase } from '@site/platform/data/database';
import { startService } from '@site/platform/service/start-service';
import { DataSource } from 'typeorm';
import { AlertFeed } from './alerts/alert-feed.js';
import { AppModule, maxResponseBytes } from './app.module.js';
import { completeConfig, weatherVariables } from './config.js';

const config = completeConfig(loadConfig(weatherVariables));
const logger = createLogger({ name: 'weather-proxy', level: config.LOG_LEVEL, format: config.LOG_FORMAT });

await startService({
  name: 'weather-proxy',
  module: AppModule.with(config, logger),
  packages: ['weather', 'changes'],
  listen: config.GRPC_LISTEN,
  tls: tlsFiles(config),
  maxResponseBytes,
  logger,
  metricsPort: config.METRICS_PORT,
  metricsHost: config.METRICS_HOST,
  // Unreachable providers don't affect readiness.
  checks: (app) => ({ database: checkDatabase(app.get(DataSource, { strict: false })) }),
  warnings: (app) => ({ alertEvents: () => app.get(AlertFeed, { strict: false }).assertEventsRecorded() }),
});
