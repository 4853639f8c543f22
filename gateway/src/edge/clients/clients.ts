/** gRPC clients of all services, injected where the gateway calls a service. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadPackageDefinition, type ServiceClientConstructor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { tlsFiles } from '@site/platform/base/config';
import { PeerIdentity } from '@site/platform/base/peer-identity';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { SessionsServiceClient } from '@site/proto/gen/nest/auth/v1/sessions';
import type { ChangesServiceClient } from '@site/proto/gen/nest/changes/v1/changes';
import type { HomeServiceClient as ContentHomeServiceClient } from '@site/proto/gen/nest/content/v1/home';
import type { PostsServiceClient } from '@site/proto/gen/nest/content/v1/posts';
import type { HomeServiceClient as SubmissionsHomeServiceClient } from '@site/proto/gen/nest/submissions/v1/home';
import type { NewsletterServiceClient } from '@site/proto/gen/nest/submissions/v1/newsletter';
import type { SnapshotsServiceClient } from '@site/proto/gen/nest/submissions/v1/snapshots';
import type { AlertEventsServiceClient } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { AlertsServiceClient } from '@site/proto/gen/nest/weather/v1/alerts';
import type { ForecastsServiceClient } from '@site/proto/gen/nest/weather/v1/forecasts';
import { messageOptions, protoRoot } from '@site/proto/grpc';
import { CONFIG, type Config } from '../../config.js';
import { Connection, type Calls } from './connection.js';

export const serviceNames = ['content', 'submissions', 'auth', 'weather', 'notifications'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Fits five hundred alerts with texts and areas. */
const maxWeatherBytes = 8 * 1024 * 1024;

type Contracts = Record<string, { v1: Record<string, ServiceClientConstructor> }>;

const contracts = (): Contracts =>
  loadPackageDefinition(
    loadSync(
      readdirSync(protoRoot, { recursive: true, encoding: 'utf8' })
        .filter((file) => /^\w+\/v1\/\w+\.proto$/.test(file))
        .map((file) => join(protoRoot, file)),
      { ...messageOptions, includeDirs: [...messageOptions.includeDirs] },
    ),
  ) as unknown as Contracts;

/** One gRPC channel per service and one client per contract. Contracts used by several modules have a property. */
@Injectable()
export class Clients implements OnApplicationShutdown {
  private readonly contracts = contracts();
  private readonly connections: Record<ServiceName, Connection>;
  private readonly known = new Map<string, unknown>();

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    const identity = new PeerIdentity('gateway', tlsFiles(config), logger);
    this.connections = {
      content: new Connection(config.CONTENT_GRPC_ADDRESS, 'content', identity),
      submissions: new Connection(config.SUBMISSIONS_GRPC_ADDRESS, 'submissions', identity),
      auth: new Connection(config.AUTH_GRPC_ADDRESS, 'auth', identity),
      weather: new Connection(config.WEATHER_GRPC_ADDRESS, 'weather-proxy', identity, {
        maxResponseBytes: maxWeatherBytes,
      }),
      notifications: new Connection(config.NOTIFICATIONS_GRPC_ADDRESS, 'notifications', identity),
    };
  }

  /**
   * Returns a client, such as `of<FaqsServiceClient>('content', 'FaqsService')`.
   * @param packageName if it isn't the service's own: several services implement "audit", "trash" and "jobs"
   */
  of<ServiceClient>(service: ServiceName, contract: string, packageName: string = service): Calls<ServiceClient> {
    const name = `${service} ${packageName}.${contract}`;
    const calls =
      (this.known.get(name) as Calls<ServiceClient> | undefined) ??
      this.connections[service].calls<ServiceClient>(this.contract(packageName, contract));
    this.known.set(name, calls);
    return calls;
  }

  /** For contracts that several services implement. */
  ofServices<ServiceClient, Service extends ServiceName>(
    services: readonly Service[],
    packageName: string,
    contract: string,
  ): Record<Service, Calls<ServiceClient>> {
    const ofEach = services.map(
      (service) => [service, this.of<ServiceClient>(service, contract, packageName)] as const,
    );
    return Object.fromEntries(ofEach) as Record<Service, Calls<ServiceClient>>;
  }

  private contract(packageName: string, name: string): ServiceClientConstructor {
    const contract = this.contracts[packageName]?.v1[name];
    if (!contract) throw new Error(`unknown contract ${packageName}.v1.${name}`);
    return contract;
  }

  get contentHome() {
    return this.of<ContentHomeServiceClient>('content', 'HomeService');
  }
  get posts() {
    return this.of<PostsServiceClient>('content', 'PostsService');
  }
  get submissionsHome() {
    return this.of<SubmissionsHomeServiceClient>('submissions', 'HomeService');
  }
  get snapshots() {
    return this.of<SnapshotsServiceClient>('submissions', 'SnapshotsService');
  }
  get newsletter() {
    return this.of<NewsletterServiceClient>('submissions', 'NewsletterService');
  }
  get sessions() {
    return this.of<SessionsServiceClient>('auth', 'SessionsService');
  }
  get forecasts() {
    return this.of<ForecastsServiceClient>('weather', 'ForecastsService');
  }
  get alerts() {
    return this.of<AlertsServiceClient>('weather', 'AlertsService');
  }
  get alertEvents() {
    return this.of<AlertEventsServiceClient>('weather', 'AlertEventsService');
  }

  /** Opens a service's stream of change notices. */
  changes(name: ServiceName): ReturnType<ChangesServiceClient['watchChanges']> {
    return this.connections[name].changes(this.contract('changes', 'ChangesService'));
  }

  isServing(name: ServiceName): Promise<boolean> {
    return this.connections[name].isServing();
  }

  /** Empty if the service is serving. */
  failing(name: ServiceName): Promise<string[]> {
    return this.connections[name].failing();
  }

  onApplicationShutdown(): void {
    for (const connection of Object.values(this.connections)) connection.close();
  }
}
