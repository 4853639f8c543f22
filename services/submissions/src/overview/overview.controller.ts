/** Numbers of pending submissions, new messages and subscribers for the dashboard's home page. */
import { Controller, Inject } from '@nestjs/common';
import { utcText } from '@site/platform/data/database';
import {
  OverviewServiceControllerMethods,
  type GetSubmissionsOverviewResponse,
  type OverviewServiceController,
} from '@site/proto/gen/nest/submissions/v1/overview';
import { DataSource } from 'typeorm';

/** With a thousand items to do, the exact number doesn't matter. */
const countUpTo = 1_000;

@Controller()
@OverviewServiceControllerMethods()
export class OverviewController implements OverviewServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async getSubmissionsOverview() {
    const { manager } = this.dataSource;
    const waiting = (table: string, state = "status = 'pending'") => `
      (SELECT count(*)::integer FROM (
        SELECT FROM ${table} WHERE ${state} AND deleted_at IS NULL LIMIT ${countUpTo}) AS waiting)`;
    const oldest = (table: string, state = "status = 'pending'") => `
      (SELECT ${utcText('min(created_at)')} FROM ${table} WHERE ${state} AND deleted_at IS NULL)`;
    // Exact: editors want the number of recipients, and an index makes it cheap.
    const subscribers = (state: string) =>
      `(SELECT count(*)::integer FROM newsletter_subscribers WHERE state = '${state}')`;
    const [counts] = await manager.query<[GetSubmissionsOverviewResponse]>(`
        SELECT ${waiting('snapshots')} AS "pendingSnapshots", ${waiting('sponsors')} AS "pendingSponsors",
          ${waiting('contact_messages', 'true')} AS "contactMessages",
          ${waiting('contact_messages', 'handled_at IS NULL')} AS "newMessages",
          ${oldest('snapshots')} AS "oldestSnapshotAt", ${oldest('sponsors')} AS "oldestSponsorAt",
          ${oldest('contact_messages', 'handled_at IS NULL')} AS "oldestMessageAt",
          (SELECT count(*)::integer FROM (
            SELECT FROM campaigns WHERE state = 'planned' LIMIT ${countUpTo}) AS planned) AS "plannedCampaigns",
          (SELECT count(*)::integer FROM (
            SELECT FROM campaigns WHERE state = 'held' LIMIT ${countUpTo}) AS held) AS "pausedCampaigns",
          (SELECT ${utcText('min(scheduled_at)')} FROM campaigns WHERE state = 'planned') AS "nextCampaignAt",
          ${subscribers('confirmed')} AS "newsletterConfirmed", ${subscribers('pending')} AS "newsletterPending"`);
    return counts;
  }
}
