import { mailTagOf } from '@site/platform/mail/return-path';
import type { RecipientReport, ReportedRecipients } from '@site/platform/mail/record-reports';
import type { CampaignReportReason } from '@site/proto/gen/nest/submissions/v1/newsletter';
import type { EntityManager } from 'typeorm';
import { addSuppressionJob } from './suppressions.js';
import { markBounced } from './subscription-mails.js';

/** Bounces and complaints of newsletter subscribers, counted per campaign. */
export const reportedSubscribers: ReportedRecipients = {
  list: 'newsletter',
  async apply(manager, report) {
    if (report.kind === 'bounce') await markBounced(report.recipientId)(manager);
    if (report.kind === 'complaint') {
      await manager.query(`UPDATE newsletter_subscribers SET state = 'complained' WHERE id = $1`, [report.recipientId]);
      await addSuppressionJob(manager, report.recipientId);
    }
    if (report.kind !== 'soft-bounce') await countForCampaign(manager, report);
  },
};

/** Providers give up within a week. */
const reportedWithin = `interval '30 days'`;

async function countForCampaign(
  manager: EntityManager,
  { recipientId, mailTag, kind }: RecipientReport,
): Promise<void> {
  const campaigns = await manager.query<{ id: string }[]>(
    `SELECT id FROM campaigns WHERE started_at > now() - ${reportedWithin} AND EXISTS (
       SELECT FROM campaign_deliveries WHERE campaign_id = campaigns.id AND subscriber_id = $1)`,
    [recipientId],
  );
  const campaign = campaigns.find(({ id }) => mailTagOf(id) === mailTag);
  if (!campaign) return;
  const column = kind === 'complaint' ? 'complained' : 'bounced';
  await manager.query(`UPDATE campaigns SET ${column} = ${column} + 1 WHERE id = $1`, [campaign.id]);
  await manager.query(
    'UPDATE mail_reports SET campaign_id = $1 WHERE recipient_id = $2 AND mail_tag = $3 AND kind = $4',
    [campaign.id, recipientId, mailTag, kind],
  );
}

const maxReasons = 10;

/** Returns the commonest reasons for which mails of the campaign failed, bounced or were reported as spam. */
export const findReportReasons = (manager: EntityManager, campaignId: string): Promise<CampaignReportReason[]> =>
  manager.query<CampaignReportReason[]>(
    `SELECT kind, reason, count(*)::integer AS count FROM (
       SELECT CASE kind WHEN 'complaint' THEN 'complaint' ELSE 'bounce' END AS kind, reason FROM mail_reports
       WHERE campaign_id = $1
       UNION ALL
       SELECT 'failure', regexp_replace(reason, '<?[^\\s<>]+@[^\\s<>]+>?', '(address)', 'g') FROM campaign_deliveries
       WHERE campaign_id = $1 AND state = 'failed') AS reports
     GROUP BY kind, reason ORDER BY count DESC, kind, reason LIMIT ${maxReasons}`,
    [campaignId],
  );
