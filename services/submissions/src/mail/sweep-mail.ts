import type { DataSource } from 'typeorm';

/**
 * Ledgers are kept as long as anything may still be sent by them, and as long as somebody may ask; then they go. A campaign
 * itself stays, with its figures.
 */
const expired = [
  `DELETE FROM mail_sends WHERE id IN (
     SELECT id FROM mail_sends WHERE created_at < now() - interval '30 days' LIMIT 1000)`,
  `DELETE FROM campaign_deliveries WHERE (campaign_id, subscriber_id) IN (
     SELECT campaign_id, subscriber_id FROM campaign_deliveries
     WHERE campaign_id IN (SELECT id FROM campaigns WHERE finished_at < now() - interval '90 days') LIMIT 1000)`,
  `DELETE FROM moderation_digests WHERE asked_at < now() - interval '90 days'`,
];

/** Returns the number of rows deleted. */
export async function sweepMail(dataSource: DataSource): Promise<number> {
  let deleted = 0;
  for (const statement of expired) {
    for (let batch = 1; batch > 0; deleted += batch) [, batch] = await dataSource.query<[unknown, number]>(statement);
  }
  return deleted;
}
