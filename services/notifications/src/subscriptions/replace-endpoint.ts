import { conflict, invalidField } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import type { Channel } from '../channels/channel.entity.js';
import type { ChannelAddress } from './channel-address.js';

/**
 * Updates a channel to the browser's current subscription, which browsers replace silently, so each visit reports it.
 * @throws INVALID_ARGUMENT if the channel isn't a browser's; ABORTED if it isn't confirmed, or another confirmed
 *   channel has this endpoint
 */
export async function replaceEndpoint(
  manager: EntityManager,
  seal: AddressSeal,
  channel: Channel,
  { address, pushOrigin, keys }: ChannelAddress,
): Promise<void> {
  if (channel.kind !== 'push' || !keys) throw invalidField('token', 'This subscription does not belong to a browser.');
  if (channel.state !== 'confirmed') throw conflict('This subscription has not been confirmed yet.');
  const hash = seal.hash('push', address);
  if (!hash.equals(channel.addressHash)) await freeAddress(manager, hash);
  await manager.query(
    `UPDATE channels SET address_sealed = $2, address_hash = $3, push_origin = $4, keys_sealed = $5,
       moved_at = CASE WHEN address_hash = $3 THEN moved_at ELSE now() END
     WHERE id = $1`,
    [channel.id, seal.seal(address, channel.id), hash, pushOrigin, seal.sealKeys(keys, channel.id)],
  );
}

/** Deletes the unconfirmed channel that a second sign-up of the browser leaves. */
async function freeAddress(manager: EntityManager, hash: Buffer): Promise<void> {
  const [other] = await manager.query<{ id: string; subscriberId: string; state: Channel['state'] }[]>(
    'SELECT id, subscriber_id AS "subscriberId", state FROM channels WHERE address_hash = $1 FOR UPDATE',
    [hash],
  );
  if (!other) return;
  if (other.state === 'confirmed') throw conflict('This browser already has another subscription.');
  await manager.query('DELETE FROM channels WHERE id = $1', [other.id]);
  await manager.query(
    'DELETE FROM subscribers WHERE id = $1 AND NOT EXISTS (SELECT FROM channels WHERE subscriber_id = $1)',
    [other.subscriberId],
  );
}
