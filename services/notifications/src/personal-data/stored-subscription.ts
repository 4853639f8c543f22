/** Everything stored for one address, phone number or browser. */
import { messageLanguage } from '@site/domain/notifications/kinds';
import type { StoredAlertSubscription } from '@site/proto/gen/nest/notifications/v1/personal_data';
import type { EntityManager } from 'typeorm';
import { Confirmation } from '../channels/channel.entity.js';
import { liftSuppression } from '../channels/suppressions.js';
import { readPreferences } from '../subscriptions/preferences.js';

interface ChannelRow {
  id: string;
  subscriberId: string;
  state: string;
  createdAt: Date;
  confirmedAt: Date | null;
  consentVersion: string | null;
  consentNetwork: string | null;
  messages: number;
}

const sentTo = `SELECT count(*)::integer FROM deliveries WHERE channel_id = channel.id AND accepted_at IS NOT NULL
  AND day >= (now() AT TIME ZONE 'UTC')::date - 30`;

/** @param hash `AddressSeal.hash` of the address */
export async function readSubscription(
  manager: EntityManager,
  hash: Buffer,
): Promise<StoredAlertSubscription | undefined> {
  const [row] = await manager.query<ChannelRow[]>(
    `SELECT channel.id, channel.subscriber_id AS "subscriberId", channel.state, channel.created_at AS "createdAt",
       channel.confirmed_at AS "confirmedAt", channel.consent_version AS "consentVersion",
       channel.consent_network AS "consentNetwork", (${sentTo}) AS messages
     FROM channels AS channel WHERE channel.address_hash = $1`,
    [hash],
  );
  if (!row) return undefined;
  // Not in effect yet.
  const waiting = await manager.findOneBy(Confirmation, { channelId: row.id });
  const preferences = (await readPreferences(manager, row.subscriberId)) ?? waiting?.preferences;
  return {
    state: row.state,
    counties: preferences?.counties ?? [],
    kinds: preferences?.kinds ?? [],
    minLevel: preferences?.minLevel ?? 0,
    quietFrom: preferences?.quietFrom ?? '',
    quietUntil: preferences?.quietUntil ?? '',
    signedUpAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? '',
    consentVersion: row.consentVersion ?? waiting?.consentVersion ?? '',
    consentNetwork: row.consentNetwork ?? waiting?.network ?? '',
    messages: row.messages,
    language: messageLanguage(preferences?.language),
  };
}

/**
 * Permanently deletes a subscription and its delivery records; daily totals contain no personal data. A phone's STOP
 * and the hash of an address that complained stay, so that no one can have messages sent there.
 * @returns 0 or 1
 */
export async function eraseSubscription(manager: EntityManager, hash: Buffer): Promise<number> {
  await manager.query('DELETE FROM requested_addresses WHERE address_hash = $1 AND stopped_at IS NULL', [hash]);
  await liftSuppression(manager, hash);
  const [[deleted]] = await manager.query<[{ channelId: string }[], number]>(
    `DELETE FROM subscribers USING channels
     WHERE channels.address_hash = $1 AND subscribers.id = channels.subscriber_id RETURNING channels.id AS "channelId"`,
    [hash],
  );
  if (!deleted) return 0;
  for (const table of ['deliveries', 'notified'])
    await manager.query(`DELETE FROM ${table} WHERE channel_id = $1`, [deleted.channelId]);
  return 1;
}
