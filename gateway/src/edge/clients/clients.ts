import { join } from 'node:path';
import { loadPackageDefinition, type ServiceClientConstructor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AuditServiceClient } from '@site/proto/gen/nest/audit/v1/audit';
import type { ModeratorsServiceClient } from '@site/proto/gen/nest/auth/v1/moderators';
import type { PasswordsServiceClient } from '@site/proto/gen/nest/auth/v1/passwords';
import type { SessionsServiceClient } from '@site/proto/gen/nest/auth/v1/sessions';
import type { ChangesServiceClient } from '@site/proto/gen/nest/changes/v1/changes';
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
import type { AlertEventsServiceClient } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { AlertsServiceClient } from '@site/proto/gen/nest/weather/v1/alerts';
import type { ForecastsServiceClient } from '@site/proto/gen/nest/weather/v1/forecasts';
import type { PlacesServiceClient } from '@site/proto/gen/nest/weather/v1/places';
import type { ProvidersServiceClient } from '@site/proto/gen/nest/weather/v1/providers';
import type { SocialServiceClient } from '@site/proto/gen/nest/weather/v1/social';
import type { TilesServiceClient } from '@site/proto/gen/nest/weather/v1/tiles';
import { messageOptions, protoRoot } from '@site/proto/grpc';
import { CONFIG, type Config } from '../../config.js';
import { Connection, type Calls } from './connection.js';

/** One gRPC channel per service, one typed client per contract. */

/** The processes behind the gateway. */
export const serviceNames = ['content', 'submissions', 'auth', 'weather'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Five hundred alerts with their texts and areas; answers of the other services fit into gRPC's limit of the house. */
const largestWeatherBytes = 8 * 1024 * 1024;

/** Those of them in which people change something. */
export const keeperNames = ['content', 'submissions', 'auth'] as const satisfies ServiceName[];
export type KeeperName = (typeof keeperNames)[number];

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
        'weather/v1/alert_events.proto',
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
  readonly alertEvents: Calls<AlertEventsServiceClient>;
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
    const weather = new Connection(config.WEATHER_GRPC_ADDRESS, { largestAnswerBytes: largestWeatherBytes });
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
    this.alertEvents = weather.calls(service('weather', 'AlertEventsService'));
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
