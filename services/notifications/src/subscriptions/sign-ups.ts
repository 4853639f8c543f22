import { newId } from '@site/platform/base/ids';
import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { tooMany } from '@site/proto/grpc';
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
}

/** Channels of one network that have not answered; more than any household, classroom or office makes in a day. */
const mostUnanswered = 50;
const askAgainSeconds = 3_600;

/**
 * Keeps what a sign-up wants until its channel has answered, and has the channel asked. The statements are the same for a new, a
 * pending, a confirmed and an ended address: neither the answer nor the time tells anything.
 * @throws RESOURCE_EXHAUSTED when too many channels of the network have not answered
 */
export async function keepSignUp(manager: EntityManager, seal: AddressSeal, signUp: SignUp): Promise<void> {
  const { channel, wishes, consentVersion, network } = signUp;
  const hash = seal.hash(channel.kind, channel.address);
  await refuseFlood(manager, network, hash);
  const channelId = await keepChannel(manager, seal, channel, hash);
  await manager.query(
    `INSERT INTO confirmations (channel_id, purpose, wishes, keys_sealed, consent_version, network, due_at)
     VALUES ($1, 'confirm', $2, $3, $4, $5, now())
     ON CONFLICT (channel_id) DO UPDATE SET purpose = excluded.purpose, wishes = excluded.wishes,
       keys_sealed = excluded.keys_sealed, consent_version = excluded.consent_version, network = excluded.network,
       asked_at = now(), due_at = now(), tries = 0`,
    [
      channelId,
      JSON.stringify(wishes),
      channel.keys ? seal.sealKeys(channel.keys, channelId) : null,
      consentVersion,
      network,
    ],
  );
}

async function refuseFlood(manager: EntityManager, network: string, hash: Buffer): Promise<void> {
  // One after the other, so that fifty at once are not counted as none.
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`notifications.network|${network}`]);
  const [{ unanswered }] = await manager.query<[{ unanswered: number }]>(
    `SELECT count(*)::integer AS unanswered FROM confirmations
     WHERE network = $1 AND purpose = 'confirm' AND asked_at > now() - interval '1 day'
       AND channel_id IS DISTINCT FROM (SELECT id FROM channels WHERE address_hash = $2)`,
    [network, hash],
  );
  if (unanswered >= mostUnanswered)
    throw tooMany(
      'Too many sign-ups from your network have not been confirmed. Please confirm one, or try again tomorrow.',
      askAgainSeconds,
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
