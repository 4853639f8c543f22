import { type Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntry } from '@site/platform/audit';
import { readCaller } from '@site/proto/grpc';
import {
  OverviewServiceControllerMethods,
  type GetSubmissionsOverviewRequest,
  type GetSubmissionsOverviewResponse,
  type OverviewServiceController,
} from '@site/proto/gen/nest/submissions/v1/overview';
import { DataSource } from 'typeorm';

/** Counting stops here: whoever has a thousand to do does not need to know whether it is a million. */
const countUpTo = 1_000;

interface Counts {
  pending_snapshots: number;
  pending_sponsors: number;
  contact_messages: number;
  outbox_unprocessed: number;
  outbox_oldest_age_seconds: number;
}

@Controller()
@OverviewServiceControllerMethods()
export class OverviewController implements OverviewServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async getSubmissionsOverview(
    _request: GetSubmissionsOverviewRequest,
    metadata?: Metadata,
  ): Promise<GetSubmissionsOverviewResponse> {
    readCaller(metadata);
    const { manager } = this.dataSource;
    const waiting = (table: string, state = "status = 'pending'") => `
      (SELECT count(*)::integer FROM (
        SELECT FROM ${table} WHERE ${state} AND deleted_at IS NULL LIMIT ${countUpTo}) AS waiting)`;
    const [[counts], latestAudit] = await Promise.all([
      manager.query<[Counts]>(`
        SELECT ${waiting('snapshots')} AS pending_snapshots, ${waiting('sponsors')} AS pending_sponsors,
          ${waiting('contact_messages', 'true')} AS contact_messages,
          (SELECT count(*)::integer FROM (
            SELECT FROM outbox WHERE processed_at IS NULL LIMIT ${countUpTo}) AS open) AS outbox_unprocessed,
          -- Ids sort by time, so the first one is the oldest.
          coalesce((SELECT greatest(0, extract(epoch FROM now() - created_at))::integer
            FROM outbox WHERE processed_at IS NULL ORDER BY id LIMIT 1), 0) AS outbox_oldest_age_seconds`),
      manager.find(AuditEntry, { order: { id: 'DESC' }, take: 10 }),
    ]);
    return {
      pendingSnapshots: counts.pending_snapshots,
      pendingSponsors: counts.pending_sponsors,
      contactMessages: counts.contact_messages,
      outboxUnprocessed: counts.outbox_unprocessed,
      outboxOldestAgeSeconds: counts.outbox_oldest_age_seconds,
      latestAudit: latestAudit.map(({ id, principalName, action, subjectId, at, clientAddress }) => {
        return { id, principalName, action, subjectId, at, clientAddress };
      }),
    };
  }
}
