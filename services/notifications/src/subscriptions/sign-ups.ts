import { newId } from '@site/platform/base/ids';
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { EntityManager } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import { shardOf } from '../channels/channel.entity.js';
import { isSuppressed } from '../channels/suppressions.js';
import type { ChannelAddress } from './channel-address.js';

export interface SignUp {
  channel: ChannelAddress;
  preferences: Preferences;
  consentVersion: string;
  /** /24 or /64. */
  network: string;
  /** Pseudonym of the client's address or /64, if the gateway sent one. */
  client: string;
}

/**
 * Stores a sign-up's preferences until its channel confirms, and requests a confirmation as soon as
 * `confirmation-limits.ts` allows. A confirmed mailbox or phone gets the link to its preferences instead; a browser can
 * only sign up itself. All addresses run the same statements, so that response and timing reveal nothing.
 */
export async function storeSignUp(manager: EntityManager, seal: AddressSeal, signUp: SignUp): Promise<void> {
  const { channel, preferences, consentVersion, network, client } = signUp;
  const hash = seal.hash(channel.kind, channel.address);
  const channelId = await upsertChannel(manager, seal, channel, hash);
  // Signing up again must not send a waiting mail or text twice.
  const keepsTurn = `(known.due_at IS NOT NULL AND ${channel.kind !== 'push'})`;
  await manager.query(
    `INSERT INTO confirmations AS known
       (channel_id, purpose, preferences, keys_sealed, consent_version, network, client, due_at)
     SELECT id, CASE WHEN is_confirmed THEN 'manage' ELSE 'confirm' END, CASE WHEN NOT is_confirmed THEN $2::jsonb END,
       $3, $4, $5, $6, now()
     FROM (SELECT id, state = 'confirmed' AND kind <> 'push' AS is_confirmed FROM channels WHERE id = $1) AS channel
     ON CONFLICT (channel_id) DO UPDATE SET purpose = excluded.purpose, preferences = excluded.preferences,
       keys_sealed = excluded.keys_sealed, consent_version = excluded.consent_version, network = excluded.network,
       client = excluded.client, requested_at = now(),
       due_at = CASE WHEN ${keepsTurn} THEN known.due_at ELSE now() END,
       tries = CASE WHEN ${keepsTurn} THEN known.tries ELSE 0 END`,
    [
      channelId,
      JSON.stringify(preferences),
      channel.keys ? seal.sealKeys(channel.keys, channelId) : null,
      consentVersion,
      network,
      client,
    ],
  );
}

/** Returns the channel's id, created if missing. An ended or suppressed one becomes pending. */
async function upsertChannel(
  manager: EntityManager,
  seal: AddressSeal,
  { kind, address, pushOrigin }: ChannelAddress,
  hash: Buffer,
): Promise<string> {
  const subscriberId = newId();
  const id = newId();
  await manager.query('INSERT INTO subscribers (id) VALUES ($1)', [subscriberId]);
  const [stored] = await manager.query<{ id: string; subscriberId: string }[]>(
    `INSERT INTO channels AS known (id, subscriber_id, shard, kind, address_sealed, address_hash, push_origin)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (address_hash) DO UPDATE SET
       state = CASE WHEN known.state IN ('ended', 'bounced') OR ${isSuppressed('known')} THEN 'pending' ELSE known.state END
     RETURNING id, subscriber_id AS "subscriberId"`,
    [id, subscriberId, shardOf(id), kind, seal.seal(address, id), hash, pushOrigin],
  );
  if (!stored) throw new Error('a channel was neither created nor found');
  await manager.query(`UPDATE subscribers SET state = 'pending', ended_at = NULL WHERE id = $1 AND state = 'ended'`, [
    stored.subscriberId,
  ]);
  // Unused if the address was known.
  await manager.query('DELETE FROM subscribers WHERE id = $1 AND id <> $2', [subscriberId, stored.subscriberId]);
  return stored.id;
}
