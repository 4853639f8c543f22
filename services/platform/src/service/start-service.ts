/** Starts a service's process: gRPC server, health, probes, metrics, graceful shutdown. */
import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { experimental, type Server as GrpcServer } from '@grpc/grpc-js';
import type { DynamicModule, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Transport, type MicroserviceOptions } from '@nestjs/microservices';
import { channelOptions, messageOptions, protoRoot, type GrpcPackage } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';
import { HealthImplementation } from 'grpc-health-check';
import { ChangeFeed } from '../data/changes.js';
import { NestLogger } from '../base/logger.js';
import { checkOwnCertificate, PeerIdentity, type TlsFiles } from '../base/peer-identity.js';
import { dieOnBugs, startingOrExit, stopOnSignal } from '../base/process.js';
import { Readiness, serveProbes, type ReadinessCheck, type ServiceDependency } from '../base/probes.js';
import { RpcContextInterceptor, RpcErrorFilter } from '../base/rpc-edge.js';
import { rpcGuard } from '../base/rpc-guard.js';
import type { Logger } from '../base/injection-tokens.js';
import { startTracing } from '../base/tracing.js';

/** Returns the packages' .proto files, relative to the contracts' folder. */
export const protoFiles = (packages: GrpcPackage[]): string[] =>
  packages.flatMap((name) =>
    readdirSync(join(protoRoot, name, 'v1'))
      .filter((file) => file.endsWith('.proto'))
      .map((file) => join(name, 'v1', file)),
  );

export interface ServiceDescription {
  /** Also the name in its certificate. */
  name: Peer;
  module: DynamicModule;
  packages: GrpcPackage[];
  listen: string;
  tls: TlsFiles;
  logger: Logger;
  /** For responses that exceed the default message limit (`channelOptions`). */
  maxResponseBytes?: number;
}

/** Builds a service's gRPC server without starting it. */
export async function createService(
  description: ServiceDescription,
): Promise<{ app: INestMicroservice; health: HealthImplementation }> {
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  const identity = new PeerIdentity(description.name, description.tls, description.logger);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(description.module, {
    transport: Transport.GRPC,
    logger: new NestLogger(description.logger),
    options: {
      url: description.listen,
      credentials: experimental.createServerCredentialsWithInterceptors(identity.serverCredentials(), [
        rpcGuard(description.logger),
      ]),
      package: description.packages.map((name) => `${name}.v1`),
      protoPath: protoFiles(description.packages),
      loader: messageOptions,
      channelOptions: {
        ...channelOptions,
        ...(description.maxResponseBytes && { 'grpc.max_send_message_length': description.maxResponseBytes }),
      },
      gracefulShutdown: true,
      onLoadPackageDefinition: (_definition: unknown, server: GrpcServer) => health.addToServer(server),
    },
  });
  app.useGlobalInterceptors(new RpcContextInterceptor());
  app.useGlobalFilters(new RpcErrorFilter(description.logger));
  return { app, health };
}

/** Ends the gateways' streams first: the gRPC server closes before any module hook runs, and waits for open streams. */
export async function closeService(app: INestMicroservice): Promise<void> {
  app.get(ChangeFeed, { strict: false }).end();
  await app.close();
}

/** Reports through gRPC health whether the service is serving and, by name, whether each dependency works. */
export async function reportHealth(
  health: HealthImplementation,
  readiness: Readiness,
  dependencies: readonly string[],
): Promise<void> {
  const failing = await readiness.failing();
  const statusOf = (works: boolean) => (works ? 'SERVING' : 'NOT_SERVING');
  // Before the overall status: callers check the dependencies of a service not serving.
  for (const name of dependencies) health.setStatus(name, statusOf(!failing.includes(name)));
  health.setStatus('', statusOf(failing.length === 0));
}

/** Starts a service: gRPC server and health, internal port with probes and metrics, graceful shutdown. */
export async function startService(
  description: ServiceDescription & {
    metricsPort: number;
    metricsHost: string;
    checks: (app: INestMicroservice) => Partial<Record<ServiceDependency, ReadinessCheck>>;
    /** Faults that /readyz reports while the service stays ready. */
    warnings?: (app: INestMicroservice) => Record<string, ReadinessCheck>;
  },
): Promise<void> {
  const { logger } = description;
  dieOnBugs(logger);
  const stopTracing = await startingOrExit(logger, () => startTracing(description.name));
  const { app, health } = await startingOrExit(logger, async () => {
    const service = await createService(description);
    await service.app.listen();
    return service;
  });
  const checks = description.checks(app);
  const readiness = new Readiness({ certificate: checkOwnCertificate, ...checks }, description.warnings?.(app));
  const probes = await startingOrExit(logger, () =>
    serveProbes({ port: description.metricsPort, host: description.metricsHost, readiness }),
  );
  const refreshHealth = () => reportHealth(health, readiness, Object.keys(checks));
  await refreshHealth();
  const timer = setInterval(() => void refreshHealth(), 2_000);
  stopOnSignal(logger, async () => {
    readiness.stop();
    clearInterval(timer);
    health.setStatus('', 'NOT_SERVING');
    await closeService(app);
    await stopTracing();
    probes.close();
  });
  logger.info({ listen: description.listen }, 'ready');
}
