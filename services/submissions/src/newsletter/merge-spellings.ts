import { byAddress, otherSpellings, respell, type OtherSpelling } from '@site/platform/data/address-spellings';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import type { EntityManager } from 'typeorm';

/** Tables in which several rows may have the same address. */
const records = ['contact_messages', 'snapshots', 'sponsors'];

/**
 * Rewrites all addresses in canonical form and merges subscribers that then have the same one
 * (docs/decisions/0025-one-address-one-identity.md). Commits as it goes: the next run completes an interrupted one.
 * Called by a migration, so it uses no entities.
 */
export async function mergeSpellings(database: EntityManager): Promise<void> {
  for await (const others of otherSpellings(database, 'newsletter_subscribers')) {
    const done = new Set(await respellFree(database, others));
    for (const [canonical, ids] of byAddress(others.filter(({ id }) => !done.has(id))))
      await database.transaction((manager) => merge(manager, canonical, ids));
  }
  for (const table of records)
    for await (const others of otherSpellings(database, table)) await respell(database, table, others);
}

/** Respells, in one statement, the addresses that no other row has. */
async function respellFree(database: EntityManager, others: readonly OtherSpelling[]): Promise<string[]> {
  const groups = byAddress(others);
  const alone = others.filter(({ canonical }) => groups.get(canonical)?.length === 1);
  try {
    return await respell(database, 'newsletter_subscribers', alone, 'true');
  } catch (error) {
    // A concurrent sign-up took an address: handle each under a lock.
    if (isUniqueViolation(error)) return [];
    throw error;
  }
}

/** Strictest first. A sign-up after the merge may change the state as for any other subscriber. */
const strictest = `array_position(ARRAY['complained', 'unsubscribed', 'bounced', 'confirmed', 'pending'], state)`;

async function merge(manager: EntityManager, canonical: string, ids: readonly string[]): Promise<void> {
  const [target, ...rest] = await manager.query<{ id: string }[]>(
    `SELECT id FROM newsletter_subscribers WHERE id = ANY($1) OR lower(email) = $2
     ORDER BY ${strictest}, created_at, id FOR UPDATE`,
    [ids, canonical],
  );
  if (!target) return;
  const merged = rest.map(({ id }) => id);
  await moveDeliveries(manager, target.id, merged);
  await manager.query('UPDATE newsletter_tokens SET subscriber_id = $1 WHERE subscriber_id = ANY($2)', [
    target.id,
    merged,
  ]);
  await manager.query(
    `UPDATE outbox SET payload = jsonb_build_object('subscriberId', $1::text)
     WHERE processed_at IS NULL AND payload->>'subscriberId' = ANY($2)`,
    [target.id, merged],
  );
  await manager.query(
    `UPDATE newsletter_subscribers AS kept SET
       created_at = every.created_at, signed_up_at = every.signed_up_at, confirmed_at = every.confirmed_at,
       unsubscribed_at = every.unsubscribed_at, last_confirmation_at = every.last_confirmation_at,
       last_confirmation_job = every.last_confirmation_job,
       frequency = CASE WHEN every.weekly THEN 'weekly' ELSE 'all' END
     FROM (
       SELECT min(created_at) AS created_at, max(signed_up_at) AS signed_up_at, min(confirmed_at) AS confirmed_at,
         max(unsubscribed_at) AS unsubscribed_at, max(last_confirmation_at) AS last_confirmation_at,
         (array_agg(last_confirmation_job ORDER BY last_confirmation_at DESC NULLS LAST))[1] AS last_confirmation_job,
         bool_or(frequency = 'weekly') AS weekly
       FROM newsletter_subscribers WHERE id = $1 OR id = ANY($2)) AS every
     WHERE kept.id = $1`,
    [target.id, merged],
  );
  await manager.query('DELETE FROM newsletter_subscribers WHERE id = ANY($1)', [merged]);
  await manager.query('UPDATE newsletter_subscribers SET email = $2 WHERE id = $1', [target.id, canonical]);
}

/** Always true; allows the ledger's only index, which starts with the campaign. */
const ofCampaigns = 'campaign_id IN (SELECT id FROM campaigns)';

/** Keeps the most advanced of several deliveries of a campaign, so that nothing is sent twice. */
async function moveDeliveries(manager: EntityManager, target: string, merged: readonly string[]): Promise<void> {
  const progressOrder = `array_position(ARRAY['sent', 'sending', 'failed', 'skipped', 'queued'], state)`;
  await manager.query(
    `DELETE FROM campaign_deliveries USING (
       SELECT campaign_id, subscriber_id,
         row_number() OVER (PARTITION BY campaign_id ORDER BY ${progressOrder}, subscriber_id) AS place
       FROM campaign_deliveries WHERE ${ofCampaigns} AND subscriber_id = ANY($1)) AS ranked
     WHERE place > 1 AND campaign_deliveries.campaign_id = ranked.campaign_id
       AND campaign_deliveries.subscriber_id = ranked.subscriber_id`,
    [[target, ...merged]],
  );
  await manager.query(
    `UPDATE campaign_deliveries SET subscriber_id = $1 WHERE ${ofCampaigns} AND subscriber_id = ANY($2)`,
    [target, merged],
  );
}
