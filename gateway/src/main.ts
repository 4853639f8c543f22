/** Entry point of the gateway process: configuration, server, probes and shutdown. */
import 'reflect-metadata';
import type { Server } from 'node:http';
import { loadConfig } from '@site/platform/base/config';
import { createLogger } from '@site/platform/base/logger';
import { serveProbes } from '@site/platform/base/probes';
import { dieOnBugs, startingOrExit, stopOnSignal } from '@site/platform/base/process';
import { startTracing } from '@site/platform/base/tracing';
import { AlertStreams } from './responses/alert-streams.js';
import { createGateway } from './application.js';
import { completeConfig, gatewayVariables } from './config.js';
import { ApiDocuments } from './features/api-docs/api-documents.js';
import { GatewayReadiness } from './gateway-readiness.js';
import { drain, listen } from './edge/http-server.js';

const config = completeConfig(loadConfig(gatewayVariables));
const logger = createLogger({ name: 'gateway', level: config.LOG_LEVEL, format: config.LOG_FORMAT });
dieOnBugs(logger);
const stopTracing = await startingOrExit(logger, () => startTracing('gateway'));

const app = await startingOrExit(logger, () => createGateway(config, logger).then((created) => created.init()));
const readiness = app.get(GatewayReadiness);
await startingOrExit(logger, () => app.get(ApiDocuments).prepareAll());
const server: Server = app.getHttpServer();
await startingOrExit(logger, () => listen(server, config.PORT, config.HOST));
// Last: whoever waits for readiness sends requests next.
const probes = await startingOrExit(logger, () =>
  serveProbes({ port: config.METRICS_PORT, host: config.METRICS_HOST, readiness }),
);

stopOnSignal(logger, async () => {
  // Leave the rotation, finish requests in progress, close connections to services.
  readiness.stop();
  app.get(AlertStreams).end();
  await drain(server);
  await app.close();
  await stopTracing();
  probes.close();
});
logger.info({ host: config.HOST, port: config.PORT, publicUrl: config.PUBLIC_URL }, 'ready');
