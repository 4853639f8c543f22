import { newId } from '@site/platform/base/ids';
import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { EntityManager } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import { shardOf } from '../channels/channel.entity.js';
import type { ChannelAddress } from './channel-address.js';

/** A checked sign-up. */
export interface SignUp {
  channel: ChannelAddress;
  wishes: Wishes;
  consentVersion: string;
  /** /24 or /64. */
  network: string;
  /** Stands for the client's address, or /64; empty when the gateway didn't say. */
  client: string;
}

/**
 * Keeps what a sign-up wants until its channel has answered, and has the channel asked as soon as `confirmation-limits.ts` allows.
 * A confirmed mailbox or phone gets the link to its choices instead; a browser can only be signed up by itself. The statements are the
 * same for a new, a pending, a confirmed and an ended address, so that neither the answer nor its time reveals which it is.
 */
export async function keepSignUp(manager: EntityManager, seal: AddressSeal, signUp: SignUp): Promise<void> {
  const { channel, wishes, consentVersion, network, client } = signUp;
  const hash = seal.hash(channel.kind, channel.address);
  const channelId = await keepChannel(manager, seal, channel, hash);
  // A mail or text that already waits keeps its turn and its attempts: signing up again must not send it twice.
  const keepsTurn = `(known.due_at IS NOT NULL AND ${channel.kind !== 'push'})`;
  await manager.query(
    `INSERT INTO confirmations AS known
       (channel_id, purpose, wishes, keys_sealed, consent_version, network, client, due_at)
     SELECT id, CASE WHEN is_told THEN 'manage' ELSE 'confirm' END, CASE WHEN NOT is_told THEN $2::jsonb END,
       $3, $4, $5, $6, now()
     FROM (SELECT id, state = 'confirmed' AND kind <> 'push' AS is_told FROM channels WHERE id = $1) AS channel
     ON CONFLICT (channel_id) DO UPDATE SET purpose = excluded.purpose, wishes = excluded.wishes,
       keys_sealed = excluded.keys_sealed, consent_version = excluded.consent_version, network = excluded.network,
       client = excluded.client, asked_at = now(),
       due_at = CASE WHEN ${keepsTurn} THEN known.due_at ELSE now() END,
       tries = CASE WHEN ${keepsTurn} THEN known.tries ELSE 0 END`,
    [
      channelId,
      JSON.stringify(wishes),
      channel.keys ? seal.sealKeys(channel.keys, channelId) : null,
      consentVersion,
      network,
      client,
    ],
  );
}

/** The id of the channel with this address, which is made if there is none; one that has ended is asked again. */
async function keepChannel(
  manager: EntityManager,
  seal: AddressSeal,
  { kind, address, pushOrigin }: ChannelAddress,
  hash: Buffer,
): Promise<string> {
  const [subscriberId, id] = [newId(), newId()];
  await manager.query('INSERT INTO subscribers (id) VALUES ($1)', [subscriberId]);
  const [known] = await manager.query<{ id: string; subscriberId: string }[]>(
    `INSERT INTO channels AS known (id, subscriber_id, shard, kind, address_sealed, address_hash, push_origin, canonical)
     VALUES ($1, $2, $3, $4, $5, $6, $7, true)
     ON CONFLICT (address_hash) DO UPDATE SET
       state = CASE WHEN known.state IN ('ended', 'bounced') THEN 'pending' ELSE known.state END
     RETURNING id, subscriber_id AS "subscriberId"`,
    [id, subscriberId, shardOf(id), kind, seal.seal(address, id), hash, pushOrigin],
  );
  if (!known) throw new Error('a channel was neither made nor found');
  await manager.query(`UPDATE subscribers SET state = 'pending', ended_at = NULL WHERE id = $1 AND state = 'ended'`, [
    known.subscriberId,
  ]);
  // Nobody's, where the address was known.
  await manager.query('DELETE FROM subscribers WHERE id = $1 AND id <> $2', [subscriberId, known.subscriberId]);
  return known.id;
}
