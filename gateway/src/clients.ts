import { join } from 'node:path';
import {
  Channel,
  Client,
  connectivityState,
  credentials,
  loadPackageDefinition,
  Metadata,
  status,
  type CallOptions,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { newId } from '@site/platform/ids';
import { currentContext } from '@site/platform/request-context';
import { carry, inSpan, SpanKind } from '@site/platform/tracing';
import type { AuditServiceClient } from '@site/proto/gen/nest/audit/v1/audit';
import type { ModeratorsServiceClient } from '@site/proto/gen/nest/auth/v1/moderators';
import type { PasswordsServiceClient } from '@site/proto/gen/nest/auth/v1/passwords';
import type { SessionsServiceClient } from '@site/proto/gen/nest/auth/v1/sessions';
import type { ChangesServiceClient, WatchChangesResponse } from '@site/proto/gen/nest/changes/v1/changes';
import type { FaqsServiceClient } from '@site/proto/gen/nest/content/v1/faqs';
import type { HomeServiceClient as ContentHomeServiceClient } from '@site/proto/gen/nest/content/v1/home';
import type { PostsServiceClient } from '@site/proto/gen/nest/content/v1/posts';
import type { SiteServiceClient } from '@site/proto/gen/nest/content/v1/site';
import type { TeamServiceClient } from '@site/proto/gen/nest/content/v1/team';
import type { JobsServiceClient } from '@site/proto/gen/nest/jobs/v1/jobs';
import type { ContactServiceClient } from '@site/proto/gen/nest/submissions/v1/contact';
import type { HomeServiceClient as SubmissionsHomeServiceClient } from '@site/proto/gen/nest/submissions/v1/home';
import type { NewsletterServiceClient } from '@site/proto/gen/nest/submissions/v1/newsletter';
import type { OverviewServiceClient } from '@site/proto/gen/nest/submissions/v1/overview';
import type { SnapshotsServiceClient } from '@site/proto/gen/nest/submissions/v1/snapshots';
import type { SponsorsServiceClient } from '@site/proto/gen/nest/submissions/v1/sponsors';
import type { TrashServiceClient } from '@site/proto/gen/nest/trash/v1/trash';
import type { AlertsServiceClient } from '@site/proto/gen/nest/weather/v1/alerts';
import type { ForecastsServiceClient } from '@site/proto/gen/nest/weather/v1/forecasts';
import type { PlacesServiceClient } from '@site/proto/gen/nest/weather/v1/places';
import type { ProvidersServiceClient } from '@site/proto/gen/nest/weather/v1/providers';
import type { SocialServiceClient } from '@site/proto/gen/nest/weather/v1/social';
import type { TilesServiceClient } from '@site/proto/gen/nest/weather/v1/tiles';
import { callMetadata, clientOptions, messageOptions, metadataKeys, protoRoot } from '@site/proto/grpc';
import { Observable } from 'rxjs';
import { CONFIG, type Config } from './config.js';
import { busy } from './failures.js';

/**
 * One gRPC channel per service, one typed client per contract. A unary call has 5 s; it waits for a service that is just
 * restarting, and repeats what the network (not the service) failed, so that a service killed and restarted is not noticed.
 */

/** The unary methods of a generated client, as promises. Without metadata the request id of the request under way is sent. */
export type Calls<ServiceClient> = {
  readonly [Method in keyof ServiceClient]: ServiceClient[Method] extends (
    request: infer Request,
    metadata?: Metadata,
  ) => Observable<infer Response>
    ? (request: Request, metadata?: Metadata) => Promise<Response>
    : never;
};

/** The processes behind the gateway. */
export const serviceNames = ['content', 'submissions', 'auth', 'weather'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Those of them in which people change something. */
export const keeperNames = ['content', 'submissions', 'auth'] as const satisfies ServiceName[];
export type KeeperName = (typeof keeperNames)[number];

/** Nested deadlines: browser 15 s > nginx 10 s > this > SQL statement 4 s. */
const deadlineMs = 5_000;
/** After this long without an answer a service is down, not restarting: calls fail at once instead of waiting for it. */
const restartMs = 10_000;
/** Calls to one service that may wait for their answers at once; one more is answered with 503. */
const mostUnderWay = 500;
const attempts = 4;
const pauseMs = (attempt: number) => 50 * 2 ** attempt * (0.5 + Math.random());

/** Calls that must not be repeated when it is unknown whether the first one arrived. All others are idempotent by contract. */
const notRepeatable = new Set([
  '/auth.v1.SessionsService/SignIn',
  '/auth.v1.PasswordsService/ChangePassword',
  '/auth.v1.PasswordsService/VerifyResetCode',
  '/auth.v1.PasswordsService/ResetPassword',
  '/auth.v1.ModeratorsService/UpdateModerator',
]);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The service said so itself (its errors carry a retry time); otherwise the connection was lost or never there. */
const saidByService = (error: ServiceError) => error.metadata.get(metadataKeys.retryAfterSeconds).length > 0;

/** A channel to one service and what is known of its health. */
class Connection {
  private readonly channel: Channel;
  /** When calls began to fail for want of a connection; undefined while they succeed. */
  private lostAt: number | undefined;
  private underWay = 0;

  constructor(private readonly address: string) {
    this.channel = new Channel(address, credentials.createInsecure(), clientOptions());
  }

  /** The promise client of one contract. */
  calls<ServiceClient>(constructor: ServiceClientConstructor): Calls<ServiceClient> {
    const client = new constructor(this.address, credentials.createInsecure(), { channelOverride: this.channel });
    const methods = Object.entries(constructor.service).filter(([, method]) => !method.responseStream);
    return Object.fromEntries(
      methods.map(([, { path, originalName, requestSerialize, responseDeserialize }]) => [
        originalName,
        (request: object, metadata?: Metadata) =>
          this.counted(path, metadata, (prepared, options) =>
            unary(client, path, requestSerialize, responseDeserialize, request, prepared, options),
          ),
      ]),
    ) as Calls<ServiceClient>;
  }

  /** As `call`, while there is room: waiting for a service that restarts must not pile up without end. */
  private async counted(...[path, metadata, attempt]: Parameters<Connection['call']>): Promise<unknown> {
    if (this.underWay >= mostUnderWay) throw busy();
    this.underWay += 1;
    try {
      return await this.call(path, metadata, attempt);
    } finally {
      this.underWay -= 1;
    }
  }

  private async call(
    path: string,
    given: Metadata | undefined,
    attempt: (metadata: Metadata, options: CallOptions) => Promise<unknown>,
  ): Promise<unknown> {
    const deadline = new Date(Date.now() + deadlineMs);
    const metadata = (given ?? callMetadata(currentContext()?.requestId ?? newId())).clone();
    for (let tried = 1; ; tried += 1) {
      const waiting = this.lostAt === undefined || Date.now() - this.lostAt < restartMs;
      metadata.setOptions({ waitForReady: waiting });
      try {
        const response = await attempt(metadata, { deadline });
        this.lostAt = undefined;
        return response;
      } catch (error) {
        const { code } = error as ServiceError;
        // We cancel no unary call: CANCELLED is how a server that is being shut down ends what it had begun.
        const lost =
          code === status.CANCELLED || (code === status.UNAVAILABLE && !saidByService(error as ServiceError));
        if (lost || code === status.DEADLINE_EXCEEDED) this.lostAt ??= Date.now();
        else this.lostAt = undefined;
        // The time ran out in waiting for a connection: the service is away, not slow.
        const absent =
          code === status.DEADLINE_EXCEEDED && this.channel.getConnectivityState(false) !== connectivityState.READY;
        if (absent) throw busy();
        const again = lost && waiting && tried < attempts && !notRepeatable.has(path);
        const pauseFor = pauseMs(tried);
        if (!again || Date.now() + pauseFor > deadline.getTime()) throw error;
        await pause(pauseFor);
      }
    }
  }

  /** The change notices of the service, until it ends or fails. No deadline: keepalive finds a peer that vanished. */
  changes(constructor: ServiceClientConstructor): Observable<WatchChangesResponse> {
    const client = new constructor(this.address, credentials.createInsecure(), { channelOverride: this.channel });
    const { path, requestSerialize, responseDeserialize } = constructor.service['WatchChanges']!;
    return new Observable((subscriber) => {
      const stream = client.makeServerStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        {},
        callMetadata(newId()),
      );
      stream.on('data', (notice: WatchChangesResponse) => subscriber.next(notice));
      stream.on('error', (error) => subscriber.error(error));
      stream.on('end', () => subscriber.complete());
      return () => stream.cancel();
    });
  }

  /** Whether the service reports that it serves (the standard gRPC health service), within a second. */
  async isServing(): Promise<boolean> {
    const client = new Client(this.address, credentials.createInsecure(), { channelOverride: this.channel });
    const encode = () => Buffer.alloc(0);
    try {
      const answer = await unary(client, '/grpc.health.v1.Health/Check', encode, (bytes) => bytes, {}, new Metadata(), {
        deadline: new Date(Date.now() + 1_000),
      });
      // HealthCheckResponse { status = 1 }: field 1, varint, 1 = SERVING.
      return Buffer.from([0x08, 0x01]).equals(answer as Buffer);
    } catch {
      return false;
    }
  }

  close(): void {
    this.channel.close();
  }
}

function unary(
  client: Client,
  path: string,
  encode: (request: object) => Buffer,
  decode: (bytes: Buffer) => unknown,
  request: object,
  metadata: Metadata,
  options: CallOptions,
): Promise<unknown> {
  const call = () =>
    new Promise((resolve, reject) => {
      carry(metadata);
      client.makeUnaryRequest(path, encode, decode, request, metadata, options, (error, response) =>
        error ? reject(error) : resolve(response),
      );
    });
  const attributes = { 'rpc.system': 'grpc', 'rpc.method': path };
  return inSpan(path.slice(1), { kind: SpanKind.CLIENT, attributes }, call);
}

const contracts = () =>
  loadPackageDefinition(
    loadSync(
      [
        'audit/v1/audit.proto',
        'auth/v1/moderators.proto',
        'auth/v1/passwords.proto',
        'auth/v1/sessions.proto',
        'changes/v1/changes.proto',
        'content/v1/faqs.proto',
        'content/v1/home.proto',
        'content/v1/posts.proto',
        'content/v1/site.proto',
        'content/v1/team.proto',
        'jobs/v1/jobs.proto',
        'submissions/v1/contact.proto',
        'submissions/v1/home.proto',
        'submissions/v1/newsletter.proto',
        'submissions/v1/overview.proto',
        'submissions/v1/snapshots.proto',
        'submissions/v1/sponsors.proto',
        'trash/v1/trash.proto',
        'weather/v1/alerts.proto',
        'weather/v1/forecasts.proto',
        'weather/v1/places.proto',
        'weather/v1/providers.proto',
        'weather/v1/social.proto',
        'weather/v1/tiles.proto',
      ].map((file) => join(protoRoot, file)),
      { ...messageOptions, includeDirs: [...messageOptions.includeDirs] },
    ),
  ) as unknown as Record<string, { v1: Record<string, ServiceClientConstructor> }>;

/** Every contract the gateway speaks. */
@Injectable()
export class Clients implements OnApplicationShutdown {
  readonly contentHome: Calls<ContentHomeServiceClient>;
  readonly posts: Calls<PostsServiceClient>;
  readonly faqs: Calls<FaqsServiceClient>;
  readonly team: Calls<TeamServiceClient>;
  readonly site: Calls<SiteServiceClient>;
  readonly submissionsHome: Calls<SubmissionsHomeServiceClient>;
  readonly snapshots: Calls<SnapshotsServiceClient>;
  readonly sponsors: Calls<SponsorsServiceClient>;
  readonly contact: Calls<ContactServiceClient>;
  readonly newsletter: Calls<NewsletterServiceClient>;
  readonly submissionsOverview: Calls<OverviewServiceClient>;
  readonly sessions: Calls<SessionsServiceClient>;
  readonly passwords: Calls<PasswordsServiceClient>;
  readonly moderators: Calls<ModeratorsServiceClient>;
  readonly forecasts: Calls<ForecastsServiceClient>;
  readonly alerts: Calls<AlertsServiceClient>;
  readonly places: Calls<PlacesServiceClient>;
  readonly providers: Calls<ProvidersServiceClient>;
  readonly social: Calls<SocialServiceClient>;
  readonly tiles: Calls<TilesServiceClient>;
  /** Every service that people change something in keeps its own log and its own trash. */
  readonly audits: Record<KeeperName, Calls<AuditServiceClient>>;
  readonly trashes: Record<KeeperName, Calls<TrashServiceClient>>;
  /** And its own outbox; the queues are shared. */
  readonly jobs: Record<KeeperName, Calls<JobsServiceClient>>;
  private readonly connections: Record<ServiceName, Connection>;
  private readonly changesContract: ServiceClientConstructor;

  constructor(@Inject(CONFIG) config: Config) {
    const contract = contracts();
    const service = (packageName: string, name: string) => contract[packageName]!.v1[name]!;
    const content = new Connection(config.CONTENT_GRPC_ADDRESS);
    const submissions = new Connection(config.SUBMISSIONS_GRPC_ADDRESS);
    const auth = new Connection(config.AUTH_GRPC_ADDRESS);
    const weather = new Connection(config.WEATHER_GRPC_ADDRESS);
    this.connections = { content, submissions, auth, weather };
    this.changesContract = service('changes', 'ChangesService');
    this.contentHome = content.calls(service('content', 'HomeService'));
    this.posts = content.calls(service('content', 'PostsService'));
    this.faqs = content.calls(service('content', 'FaqsService'));
    this.team = content.calls(service('content', 'TeamService'));
    this.site = content.calls(service('content', 'SiteService'));
    this.submissionsHome = submissions.calls(service('submissions', 'HomeService'));
    this.snapshots = submissions.calls(service('submissions', 'SnapshotsService'));
    this.sponsors = submissions.calls(service('submissions', 'SponsorsService'));
    this.contact = submissions.calls(service('submissions', 'ContactService'));
    this.newsletter = submissions.calls(service('submissions', 'NewsletterService'));
    this.submissionsOverview = submissions.calls(service('submissions', 'OverviewService'));
    this.sessions = auth.calls(service('auth', 'SessionsService'));
    this.passwords = auth.calls(service('auth', 'PasswordsService'));
    this.moderators = auth.calls(service('auth', 'ModeratorsService'));
    this.forecasts = weather.calls(service('weather', 'ForecastsService'));
    this.alerts = weather.calls(service('weather', 'AlertsService'));
    this.places = weather.calls(service('weather', 'PlacesService'));
    this.providers = weather.calls(service('weather', 'ProvidersService'));
    this.social = weather.calls(service('weather', 'SocialService'));
    this.tiles = weather.calls(service('weather', 'TilesService'));
    const ofEach = <ServiceClient>(contract: ServiceClientConstructor) => ({
      content: content.calls<ServiceClient>(contract),
      submissions: submissions.calls<ServiceClient>(contract),
      auth: auth.calls<ServiceClient>(contract),
    });
    this.audits = ofEach(service('audit', 'AuditService'));
    this.trashes = ofEach(service('trash', 'TrashService'));
    this.jobs = ofEach(service('jobs', 'JobsService'));
  }

  /** The change notices of a service, until the stream ends or fails. */
  changes(name: ServiceName): ReturnType<ChangesServiceClient['watchChanges']> {
    return this.connections[name].changes(this.changesContract);
  }

  /** Whether a service reports that it serves. */
  isServing(name: ServiceName): Promise<boolean> {
    return this.connections[name].isServing();
  }

  onApplicationShutdown(): void {
    for (const connection of Object.values(this.connections)) connection.close();
  }
}
