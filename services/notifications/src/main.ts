/** Entry point of the notifications service's process, which also sends if NOTIFICATIONS_SENDER is "inside". */
import { tlsFiles } from '@site/platform/base/config';
import { createLogger } from '@site/platform/base/logger';
import { checkDatabase } from '@site/platform/data/database';
import { PeerIdentity } from '@site/platform/base/peer-identity';
import { mailReportsOf } from '@site/platform/mail/report-access';
import { startService } from '@site/platform/service/start-service';
import { DataSource } from 'typeorm';
import { AppModule, packages } from './app.module.js';
import { AddressSeal } from './channels/address-seal.js';
import { sealKeysOf, serverConfig, settingsOf } from './config.js';
import { notificationsDatabase } from './database.js';
import { ALERT_LOG, EventWatch } from './events/event-watch.js';
import { openAlertLog } from './events/weather-client.js';
import { InsideSender, SENDING_CONFIG } from './sending/start-sending.js';

const config = serverConfig();
const logger = createLogger({ name: 'notifications', level: config.LOG_LEVEL, format: config.LOG_FORMAT });
const identity = () => new PeerIdentity('notifications', tlsFiles(config), logger);

await startService({
  name: 'notifications',
  packages,
  listen: config.GRPC_LISTEN,
  tls: tlsFiles(config),
  logger,
  module: AppModule.with({
    logger,
    database: {
      ...notificationsDatabase,
      url: config.DATABASE_URL,
      poolMax: config.DATABASE_POOL_MAX,
      poolMin: 1,
    },
    seal: new AddressSeal(sealKeysOf(config)),
    settings: settingsOf(config),
    mailReports: mailReportsOf(config),
    running: [
      { provide: ALERT_LOG, useFactory: () => openAlertLog(config.WEATHER_GRPC_ADDRESS, identity()) },
      EventWatch,
      ...(config.NOTIFICATIONS_SENDER === 'inside'
        ? [{ provide: SENDING_CONFIG, useValue: config }, InsideSender]
        : []),
    ],
  }),
  metricsPort: config.METRICS_PORT,
  metricsHost: config.METRICS_HOST,
  // Sign-up and unsubscribe work without the weather proxy and push services.
  checks: (app) => ({ database: checkDatabase(app.get(DataSource, { strict: false })) }),
});
