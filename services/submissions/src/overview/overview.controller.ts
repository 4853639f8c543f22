import { type Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { readCaller } from '@site/proto/grpc';
import {
  OverviewServiceControllerMethods,
  type GetSubmissionsOverviewRequest,
  type GetSubmissionsOverviewResponse,
  type OverviewServiceController,
} from '@site/proto/gen/nest/submissions/v1/overview';
import { DataSource } from 'typeorm';

/** Counting stops here: to somebody with a thousand things to do, a million makes no difference. */
const countUpTo = 1_000;

interface Counts {
  pending_snapshots: number;
  pending_sponsors: number;
  contact_messages: number;
  newsletter_confirmed: number;
  newsletter_pending: number;
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
    // Counted to the end: editors want to know how many people they write to, and the index answers.
    const subscribers = (state: string) =>
      `(SELECT count(*)::integer FROM newsletter_subscribers WHERE state = '${state}')`;
    const [counts] = await manager.query<[Counts]>(`
        SELECT ${waiting('snapshots')} AS pending_snapshots, ${waiting('sponsors')} AS pending_sponsors,
          ${waiting('contact_messages', 'true')} AS contact_messages,
          ${subscribers('confirmed')} AS newsletter_confirmed, ${subscribers('pending')} AS newsletter_pending,
          (SELECT count(*)::integer FROM (
            SELECT FROM outbox WHERE processed_at IS NULL LIMIT ${countUpTo}) AS open) AS outbox_unprocessed,
          -- Ids sort by time, so the first one is the oldest.
          coalesce((SELECT greatest(0, extract(epoch FROM now() - created_at))::integer
            FROM outbox WHERE processed_at IS NULL ORDER BY id LIMIT 1), 0) AS outbox_oldest_age_seconds`);
    return {
      pendingSnapshots: counts.pending_snapshots,
      pendingSponsors: counts.pending_sponsors,
      contactMessages: counts.contact_messages,
      newsletterConfirmed: counts.newsletter_confirmed,
      newsletterPending: counts.newsletter_pending,
      outboxUnprocessed: counts.outbox_unprocessed,
      outboxOldestAgeSeconds: counts.outbox_oldest_age_seconds,
    };
  }
}
