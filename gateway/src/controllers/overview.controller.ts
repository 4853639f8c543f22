import type { Metadata } from '@grpc/grpc-js';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { Clients, serviceNames } from '../clients.js';
import { success } from '../envelope.js';
import { CallMetadata } from '../session.guard.js';
import { Describe, schemas } from './api-docs.js';

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
    const states = Promise.all(
      serviceNames.map(async (name) => [name, (await this.clients.isServing(name)) ? 'up' : 'down'] as const),
    );
    const counts = await this.clients.submissionsOverview
      .getSubmissionsOverview({}, metadata)
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'the overview is without the counts of submissions');
        return undefined;
      });
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
      latest_audit: (counts?.latestAudit ?? []).map((entry) => ({
        id: entry.id,
        principal_name: entry.principalName,
        action: entry.action,
        subject_id: entry.subjectId,
        at: entry.at,
        client_address: entry.clientAddress,
      })),
      services: Object.fromEntries(await states),
    });
  }
}
