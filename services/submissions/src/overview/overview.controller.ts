import { type Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { utcText } from '@site/platform/data/database';
import { readCaller } from '@site/proto/grpc';
import {
  OverviewServiceControllerMethods,
  type GetSubmissionsOverviewRequest,
  type GetSubmissionsOverviewResponse,
  type OverviewServiceController,
} from '@site/proto/gen/nest/submissions/v1/overview';
import { DataSource } from 'typeorm';

/** Counting stops here: with a thousand items to do, the exact number no longer matters. */
const countUpTo = 1_000;

interface Counts {
  pending_snapshots: number;
  pending_sponsors: number;
  contact_messages: number;
  newsletter_confirmed: number;
  newsletter_pending: number;
  outbox_unprocessed: number;
  outbox_oldest_age_seconds: number;
  new_messages: number;
  planned_campaigns: number;
  oldest_snapshot_at: string | null;
  oldest_sponsor_at: string | null;
  oldest_message_at: string | null;
  next_campaign_at: string | null;
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
    const oldest = (table: string, state = "status = 'pending'") => `
      (SELECT ${utcText('min(created_at)')} FROM ${table} WHERE ${state} AND deleted_at IS NULL)`;
    // Counted exactly: editors want the number of recipients, and an index makes it cheap.
    const subscribers = (state: string) =>
      `(SELECT count(*)::integer FROM newsletter_subscribers WHERE state = '${state}')`;
    const [counts] = await manager.query<[Counts]>(`
        SELECT ${waiting('snapshots')} AS pending_snapshots, ${waiting('sponsors')} AS pending_sponsors,
          ${waiting('contact_messages', 'true')} AS contact_messages,
          ${waiting('contact_messages', 'handled_at IS NULL')} AS new_messages,
          ${oldest('snapshots')} AS oldest_snapshot_at, ${oldest('sponsors')} AS oldest_sponsor_at,
          ${oldest('contact_messages', 'handled_at IS NULL')} AS oldest_message_at,
          (SELECT count(*)::integer FROM (
            SELECT FROM campaigns WHERE state = 'planned' LIMIT ${countUpTo}) AS planned) AS planned_campaigns,
          (SELECT ${utcText('min(scheduled_at)')} FROM campaigns WHERE state = 'planned') AS next_campaign_at,
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
      newMessages: counts.new_messages,
      plannedCampaigns: counts.planned_campaigns,
      oldestSnapshotAt: counts.oldest_snapshot_at ?? undefined,
      oldestSponsorAt: counts.oldest_sponsor_at ?? undefined,
      oldestMessageAt: counts.oldest_message_at ?? undefined,
      nextCampaignAt: counts.next_campaign_at ?? undefined,
    };
  }
}
