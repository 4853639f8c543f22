/** Dashboard home: what is waiting, recent actions, and the state of jobs and providers. */
import type { Metadata } from '@grpc/grpc-js';
import { Get, Inject } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { OverviewServiceClient as ContentOverviewClient } from '@site/proto/gen/nest/content/v1/overview';
import type { GetJobsResponse, JobsServiceClient } from '@site/proto/gen/nest/jobs/v1/jobs';
import type { OverviewServiceClient } from '@site/proto/gen/nest/submissions/v1/overview';
import type { ProvidersServiceClient } from '@site/proto/gen/nest/weather/v1/providers';
import { auditedServices, dataServices, type DataService } from '@site/domain/kinds';
import { may, type PermissionName } from '@site/domain/roles';
import { overviewResponse, providerResponse, type Overview } from '@site/proto/submissions/v1/overview.responses';
import { toResponse } from '../../responses/response-from.js';
import { toCampaignJson } from '../../responses/content-json.js';
import { auditPage } from '../../feature-kit/audit-page.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients, serviceNames, type ServiceName } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DashboardController } from '../../edge/routes.js';
import { CallMetadata, CurrentSession, type Session } from '../../edge/session.guard.js';

const latestActions = 10;

/** The outboxes' state; unknown while one of them is. */
function outboxOf(states: readonly (GetJobsResponse | undefined)[]): Overview['outbox'] {
  const responses = states.filter((state) => state !== undefined);
  if (responses.length < states.length) return { unprocessed: null, oldest_age_seconds: null };
  return {
    unprocessed: responses.reduce((sum, { outboxUnprocessed }) => sum + outboxUnprocessed, 0),
    oldest_age_seconds: Math.max(...responses.map(({ outboxOldestAgeSeconds }) => outboxOldestAgeSeconds)),
  };
}

/** Services share queues, so a queue may be in several responses. */
function failedJobsOf(states: readonly (GetJobsResponse | undefined)[]): number | null {
  const queues = new Map(states.flatMap((state) => state?.queues ?? []).map((queue) => [queue.name, queue]));
  if (queues.size === 0) return null;
  return [...queues.values()].reduce((sum, { failed }) => sum + failed, 0);
}

/** The dashboard's home. Reports services that are down instead of failing with them. */
@DashboardController('admin/main/overview', 'overview', 'write')
export class AdminOverviewController {
  private readonly counts;
  private readonly drafts;
  private readonly jobs;
  private readonly providers;

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.counts = clients.of<OverviewServiceClient>('submissions', 'OverviewService');
    this.drafts = clients.of<ContentOverviewClient>('content', 'OverviewService');
    this.jobs = clients.ofServices<JobsServiceClient, DataService>(dataServices, 'jobs', 'JobsService');
    this.providers = clients.of<ProvidersServiceClient>('weather', 'ProvidersService');
  }

  @Get()
  @Describe(
    'Pending decisions, queue status and latest actions. A figure is null if it is unknown or the caller’s role may not see it.',
    overviewResponse,
    [401, 403],
  )
  async overview(@CurrentSession() { caller }: Session, @CallMetadata() metadata: Metadata) {
    const forRole = <Result>(permission: PermissionName, part: string, load: () => Promise<Result>) =>
      may(caller.role, permission) ? this.orUndefined(part, load()) : undefined;
    const [states, drafts, counts, jobs, campaigns, providers, audit] = await Promise.all([
      Promise.all(serviceNames.map(async (name) => [name, await this.clients.isServing(name)] as const)),
      forRole('write', 'drafts', () => this.drafts.getContentOverview({}, metadata)),
      forRole('operate', 'counts', () => this.counts.getSubmissionsOverview({}, metadata)),
      Promise.all(
        dataServices.map(async (service) =>
          forRole('operate', `jobs of ${service}`, () => this.jobs[service].getJobs({}, metadata)),
        ),
      ),
      forRole('send', 'campaigns', () => this.clients.newsletter.listCampaigns({ limit: 1 }, metadata)),
      forRole('operate', 'providers', () => this.providers.listProviders({}, metadata)),
      forRole('records', 'log', () => auditPage(this.clients, this.logger, { limit: latestActions }, metadata)),
    ]);
    // A service that just responded is up, even if its health check was too slow.
    const responding = new Set<ServiceName>(auditedServices.filter((name) => audit && !audit.missing.includes(name)));
    if (drafts) responding.add('content');
    if (counts) responding.add('submissions');
    if (providers) responding.add('weather');
    const campaign = campaigns?.campaigns[0];
    return success<Overview>('Overview', {
      waiting: {
        snapshots: counts?.pendingSnapshots ?? null,
        sponsors: counts?.pendingSponsors ?? null,
        contact_messages: counts?.contactMessages ?? null,
        new_messages: counts?.newMessages ?? null,
        drafts: drafts?.drafts ?? null,
        scheduled_posts: drafts?.scheduledPosts ?? null,
        paused_campaigns: counts?.pausedCampaigns ?? null,
        planned_campaigns: counts?.plannedCampaigns ?? null,
      },
      waiting_since: {
        snapshots: counts?.oldestSnapshotAt ?? null,
        sponsors: counts?.oldestSponsorAt ?? null,
        new_messages: counts?.oldestMessageAt ?? null,
        drafts: drafts?.oldestDraftAt ?? null,
      },
      coming: { post_at: drafts?.nextPostAt ?? null, campaign_at: counts?.nextCampaignAt ?? null },
      outbox: outboxOf(jobs),
      failed_jobs: failedJobsOf(jobs),
      newsletter: {
        confirmed: counts?.newsletterConfirmed ?? null,
        pending: counts?.newsletterPending ?? null,
        last_campaign: campaign ? toCampaignJson(campaign) : null,
      },
      providers: (providers?.providers ?? []).map((provider) => toResponse(providerResponse, provider)),
      latest_audit: audit?.entries ?? [],
      services: Object.fromEntries(
        states.map(([name, serves]) => [name, serves || responding.has(name) ? 'up' : 'down']),
      ),
    });
  }

  private orUndefined<Result>(part: string, asking: Promise<Result>): Promise<Result | undefined> {
    return asking.catch((error: unknown) => {
      this.logger.warn({ err: error, part }, 'part of the overview is missing');
      return undefined;
    });
  }
}
