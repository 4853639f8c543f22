import { canonicalEmail, emailKey } from '@site/domain/email-address';
import type { DataSource, EntityManager } from 'typeorm';
import type { AddressSeal } from './address-seal.js';
import type { ChannelState } from './channel.entity.js';

const batchSize = 500;

interface Spelled {
  id: string;
  sealed: Buffer;
}

/**
 * Converts mail addresses to canonical form and merges channels that become equal
 * (docs/decisions/0025-one-address-one-identity.md). Commits in steps: the next run resumes an interrupted one.
 * @throws Error at the end if addresses are sealed with a key that isn't configured; they stay unchanged
 */
export async function mergeSpellings(dataSource: DataSource, seal: AddressSeal): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  let lastError: Error | undefined;
  for (let read = batchSize; read === batchSize;) {
    const rows = await dataSource.query<Spelled[]>(
      `SELECT id, address_sealed AS sealed FROM channels
       WHERE kind = 'mail' AND NOT canonical AND id > $1 ORDER BY id LIMIT ${batchSize}`,
      [after],
    );
    read = rows.length;
    after = rows.at(-1)?.id ?? after;
    const same: string[] = [];
    for (const { id, sealed } of rows)
      try {
        const address = seal.open(sealed, id);
        if (emailKey(address) === address) same.push(id);
        else await dataSource.transaction((manager) => merge(manager, seal, id, address));
      } catch (error) {
        lastError = new Error(`the address of the channel ${id} can't be read`, { cause: error });
      }
    await dataSource.query('UPDATE channels SET canonical = true WHERE id = ANY($1::uuid[])', [same]);
  }
  if (lastError) throw lastError;
}

interface Merged {
  id: string;
  subscriberId: string;
  state: ChannelState;
}

async function merge(manager: EntityManager, seal: AddressSeal, id: string, address: string): Promise<void> {
  const hash = seal.hash('mail', emailKey(address));
  // The most restrictive state first. At most two rows: hashes are unique.
  const [target, other] = await manager.query<Merged[]>(
    `SELECT id, subscriber_id AS "subscriberId", state FROM channels WHERE id = $1 OR address_hash = $2
     ORDER BY array_position(ARRAY['ended', 'bounced', 'confirmed', 'pending'], state), created_at, id FOR UPDATE`,
    [id, hash],
  );
  if (!target) return;
  if (other) await moveAll(manager, target, other);
  await manager.query('UPDATE channels SET address_sealed = $2, address_hash = $3, canonical = true WHERE id = $1', [
    target.id,
    seal.seal(canonicalEmail(address) ?? address, target.id),
    hash,
  ]);
}

/**
 * Moves everything from one channel to another and deletes the first. Links in earlier messages lead to the remaining
 * one. Past deliveries stay under the old id for their 30 days.
 */
async function moveAll(manager: EntityManager, target: Merged, other: Merged): Promise<void> {
  const both = [target.id, other.id];
  await manager.query('UPDATE tokens SET channel_id = $1 WHERE channel_id = $2', both);
  await manager.query(
    `UPDATE channels AS kept SET
       created_at = least(kept.created_at, other.created_at), confirmed_at = least(kept.confirmed_at, other.confirmed_at),
       last_ok_at = greatest(kept.last_ok_at, other.last_ok_at), consent_at = first.consent_at,
       consent_version = first.consent_version, consent_network = first.consent_network
     FROM channels AS other, (
       SELECT consent_at, consent_version, consent_network FROM channels WHERE id IN ($1, $2)
       ORDER BY consent_at NULLS LAST LIMIT 1) AS first
     WHERE kept.id = $1 AND other.id = $2`,
    both,
  );
  if (target.state === 'confirmed' || target.state === 'pending') await moveQuestion(manager, target.id, other.id);
  if (target.state === 'confirmed') await joinPreferences(manager, target.subscriberId, other.subscriberId);
  await manager.query(
    `INSERT INTO told (event_key, channel_id, revision, told_at)
     SELECT event_key, $1, revision, told_at FROM told WHERE channel_id = $2
     ON CONFLICT (event_key, channel_id) DO UPDATE SET revision = greatest(told.revision, excluded.revision)`,
    both,
  );
  await manager.query('DELETE FROM told WHERE channel_id = $1', [other.id]);
  await manager.query('DELETE FROM channels WHERE id = $1', [other.id]);
  await manager.query(
    'DELETE FROM subscribers WHERE id = $1 AND NOT EXISTS (SELECT FROM channels WHERE subscriber_id = $1)',
    [other.subscriberId],
  );
}

/** Keeps the later confirmation; the hour between two mails counts from the later mail. */
async function moveQuestion(manager: EntityManager, target: string, other: string): Promise<void> {
  const both = 'channel_id IN ($1, $2)';
  await manager.query(
    `UPDATE confirmations SET last_sent_at = (SELECT max(last_sent_at) FROM confirmations WHERE ${both}) WHERE ${both}`,
    [target, other],
  );
  await manager.query(
    `DELETE FROM confirmations WHERE ${both} AND channel_id <> (
       SELECT channel_id FROM confirmations WHERE ${both} ORDER BY asked_at DESC, channel_id LIMIT 1)`,
    [target, other],
  );
  await manager.query('UPDATE confirmations SET channel_id = $1 WHERE channel_id = $2', [target, other]);
}

/**
 * Combines counties and kinds, from the lower level: an extra warning is better than a missing one. Quiet hours stay.
 */
async function joinPreferences(manager: EntityManager, target: string, other: string): Promise<void> {
  await manager.query(
    `INSERT INTO follows (county, subscriber_id) SELECT county, $1 FROM follows WHERE subscriber_id = $2
     ON CONFLICT DO NOTHING`,
    [target, other],
  );
  await manager.query(
    `UPDATE wishes AS own SET
       kinds = ARRAY(SELECT kind FROM unnest(own.kinds || other.kinds) AS kind GROUP BY kind ORDER BY kind),
       least_level = least(own.least_level, other.least_level),
       loud_when_dangerous = own.loud_when_dangerous OR other.loud_when_dangerous
     FROM wishes AS other WHERE own.subscriber_id = $1 AND other.subscriber_id = $2`,
    [target, other],
  );
}
