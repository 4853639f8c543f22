import type { Metadata } from '@grpc/grpc-js';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { Clients, keeperNames, serviceNames, type ServiceName } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { campaignJson } from '../newsletter/admin-newsletter.controller.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';
import { auditJson, auditPage } from '../audit/audit.controller.js';

const latestActions = 10;

/** The dashboard's home: it says what is down instead of failing with it. */
@ApiTags('overview')
@ApiBearerAuth()
@Controller('admin/main/overview')
export class AdminOverviewController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @Describe(
    'What waits for a decision, how the queue does, the latest admin actions. A number that nobody can tell is null.',
    schemas.overview,
    [401, 403],
  )
  async overview(@CallMetadata() metadata: Metadata) {
    const [states, counts, jobs, campaigns, providers, audit] = await Promise.all([
      Promise.all(serviceNames.map(async (name) => [name, await this.clients.isServing(name)] as const)),
      this.orNothing('counts', this.clients.submissionsOverview.getSubmissionsOverview({}, metadata)),
      this.orNothing('jobs', this.clients.jobs.submissions.getJobs({}, metadata)),
      this.orNothing('campaigns', this.clients.newsletter.listCampaigns({ limit: 1 }, metadata)),
      this.orNothing('providers', this.clients.providers.listProviders({}, metadata)),
      this.orNothing('log', auditPage(this.clients, this.logger, { limit: latestActions }, metadata)),
    ]);
    // Whoever has just answered is not down, however long it took to say that it serves.
    const answered = new Set<ServiceName>(keeperNames.filter((name) => audit && !audit.missing.includes(name)));
    if (counts) answered.add('submissions');
    if (providers) answered.add('weather');
    const campaign = campaigns?.campaigns[0];
    return success('Overview', {
      waiting: {
        snapshots: counts?.pendingSnapshots ?? null,
        sponsors: counts?.pendingSponsors ?? null,
        contact_messages: counts?.contactMessages ?? null,
      },
      outbox: {
        unprocessed: counts?.outboxUnprocessed ?? null,
        oldest_age_seconds: counts?.outboxOldestAgeSeconds ?? null,
      },
      // Of all queues: this service feeds each of them.
      failed_jobs: jobs?.queues.reduce((sum, { failed }) => sum + failed, 0) ?? null,
      newsletter: {
        confirmed: counts?.newsletterConfirmed ?? null,
        pending: counts?.newsletterPending ?? null,
        last_campaign: campaign ? campaignJson(campaign) : null,
      },
      providers: (providers?.providers ?? []).map(({ name, state, lastSuccessAt, detail }) => ({
        name,
        state,
        last_success_at: lastSuccessAt ?? null,
        detail,
      })),
      latest_audit: (audit?.rows ?? []).map(auditJson),
      services: Object.fromEntries(
        states.map(([name, serves]) => [name, serves || answered.has(name) ? 'up' : 'down']),
      ),
    });
  }

  /** A part that cannot be had leaves its place empty. */
  private orNothing<Answer>(part: string, asking: Promise<Answer>): Promise<Answer | undefined> {
    return asking.catch((error: unknown) => {
      this.logger.warn({ err: error, part }, 'the overview is without a part');
      return undefined;
    });
  }
}
