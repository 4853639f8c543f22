/** Dashboard routes of job queues: state, failed jobs and retries. */
import type { Metadata } from '@grpc/grpc-js';
import { Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { emptyResponse } from '@site/proto/responses';
import type { JobsServiceClient } from '@site/proto/gen/nest/jobs/v1/jobs';
import { failedJobResponse, jobsResponse, queueResponse } from '@site/proto/jobs/v1/jobs.responses';
import { dataServices, type DataService } from '@site/domain/kinds';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { callOwner, callServices } from '../../edge/clients/service-lists.js';
import { DashboardController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';

const maxListed = 200;

/** Services share the queues, but each has its own outbox. */
@DashboardController('admin/main/jobs', 'jobs', 'operate')
export class JobsController {
  private readonly jobs;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.jobs = clients.ofServices<JobsServiceClient, DataService>(dataServices, 'jobs', 'JobsService');
  }

  @Get()
  @Describe(
    'Jobs waiting in queues and outboxes, and jobs that failed for good, newest first. Figures of services that don’t respond are null.',
    jobsResponse,
    [401, 403, 503],
  )
  async list(@CallMetadata() metadata: Metadata) {
    const { responses } = await callServices(
      dataServices,
      async (service) => {
        const [states, { jobs }] = await Promise.all([
          this.jobs[service].getJobs({}, metadata),
          this.jobs[service].listFailedJobs({}, metadata),
        ]);
        return { states, jobs };
      },
      this.logger,
    );
    const of = new Map(responses.map(({ service, answer }) => [service, answer]));
    const all = [...of.values()];
    const queues = new Map(all.flatMap(({ states }) => states.queues).map((queue) => [queue.name, queue]));
    const failed = new Map(all.flatMap(({ jobs }) => jobs).map((job) => [`${job.queue} ${job.id}`, job]));
    return success('Jobs', {
      queues: [...queues.values()]
        .sort((one, other) => one.name.localeCompare(other.name))
        .map((queue) => toResponse(queueResponse, queue)),
      outbox: dataServices.map((service) => ({
        service,
        unprocessed: of.get(service)?.states.outboxUnprocessed ?? null,
        oldest_age_seconds: of.get(service)?.states.outboxOldestAgeSeconds ?? null,
      })),
      failed: [...failed.values()]
        .sort((one, other) => other.failedAt.localeCompare(one.failedAt))
        .slice(0, maxListed)
        .map((job) => toResponse(failedJobResponse, job)),
    });
  }

  @Post(':queue/:id/retry')
  @HttpCode(200)
  @Describe(
    'Retries a failed job, even if the queue has lost it. Repeating it changes nothing.',
    emptyResponse,
    [401, 403, 404, 503],
  )
  async retry(@Param('queue') queue: string, @Param('id') id: string, @CallMetadata() metadata: Metadata) {
    // The owner reopens the job's outbox row.
    await callOwner(
      dataServices.map((service) => this.jobs[service].retryJob({ queue, id }, metadata)),
      'There is no such job.',
    );
    return success('The job will run again.', null);
  }
}
