/** Rows of webhooks. Each is a separate subscriber with one channel, confirmed from the start. */
import { randomBytes } from 'node:crypto';
import { newId } from '@site/platform/base/ids';
import type { Webhook } from '@site/proto/gen/nest/notifications/v1/webhooks';
import { invalidField, tooMany } from '@site/proto/grpc';
import { maxWebhooks, type WebhookInput } from '@site/proto/notifications/v1/webhooks.schema';
import type { EntityManager } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import { shardOf } from '../channels/channel.entity.js';
import { savePreferences } from '../subscriptions/preferences.js';
import { openKeys, type WebhookKeys } from './last-error.js';

interface WebhookRow extends Omit<Webhook, 'host' | 'createdAt' | 'lastOkAt' | 'lastError' | 'lastErrorAt'> {
  addressSealed: Buffer;
  keysSealed: Buffer;
  createdAt: Date;
  lastOkAt: Date | null;
}

const selectWebhooks = `
  SELECT channel.id, webhook.name, channel.address_sealed AS "addressSealed", channel.keys_sealed AS "keysSealed",
    preference.kinds, preference.min_level AS "minLevel", channel.created_at AS "createdAt", channel.last_ok_at AS "lastOkAt",
    ARRAY(SELECT county::text FROM follows WHERE follows.subscriber_id = channel.subscriber_id ORDER BY 1) AS counties
  FROM webhooks AS webhook JOIN channels AS channel ON channel.id = webhook.channel_id
  JOIN preferences AS preference ON preference.subscriber_id = channel.subscriber_id
  WHERE channel.state = 'confirmed'`;

function messageOf(
  seal: AddressSeal,
  { addressSealed, keysSealed, createdAt, lastOkAt, ...row }: WebhookRow,
): { webhook: Webhook; secret: string } {
  const { secret, lastError } = openKeys(seal, keysSealed, row.id);
  const webhook = {
    ...row,
    host: new URL(seal.open(addressSealed, row.id)).host,
    createdAt: createdAt.toISOString(),
    ...(lastOkAt && { lastOkAt: lastOkAt.toISOString() }),
    ...(lastError && { lastError: lastError.message, lastErrorAt: lastError.at }),
  };
  return { webhook, secret };
}

/** Lists the newest first, without those whose receiver has refused further messages. */
export async function listWebhooks(manager: EntityManager, seal: AddressSeal): Promise<Webhook[]> {
  const rows = await manager.query<WebhookRow[]>(`${selectWebhooks} ORDER BY channel.created_at DESC, channel.id DESC`);
  return rows.map((row) => messageOf(seal, row).webhook);
}

/** Returns a webhook with its signing secret; undefined if there is none. */
export async function readWebhook(
  manager: EntityManager,
  seal: AddressSeal,
  id: string,
): Promise<{ webhook: Webhook; secret: string } | undefined> {
  const [row] = await manager.query<WebhookRow[]>(`${selectWebhooks} AND channel.id = $1`, [id]);
  return row && messageOf(seal, row);
}

/** "whsec_" and base64 of 24 to 64 bytes (standardwebhooks.com). */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** @throws RESOURCE_EXHAUSTED if there are 100, INVALID_ARGUMENT if one has this address */
export async function addWebhook(manager: EntityManager, seal: AddressSeal, input: WebhookInput): Promise<string> {
  // Two concurrent calls can't both be the hundredth.
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('notifications.webhooks', 0))`);
  const { href } = new URL(input.url);
  const hash = seal.hash('webhook', href);
  await ensureCapacity(manager, hash);
  const id = newId();
  const subscriberId = newId();
  const keys: WebhookKeys = { secret: newSecret() };
  await manager.query(`INSERT INTO subscribers (id, state, confirmed_at) VALUES ($1, 'confirmed', now())`, [
    subscriberId,
  ]);
  await manager.query(
    `INSERT INTO channels (id, subscriber_id, shard, kind, address_sealed, address_hash, keys_sealed, state, confirmed_at)
     VALUES ($1, $2, $3, 'webhook', $4, $5, $6, 'confirmed', now())`,
    [id, subscriberId, shardOf(id), seal.seal(href, id), hash, seal.seal(JSON.stringify(keys), id)],
  );
  await manager.query('INSERT INTO webhooks (channel_id, name) VALUES ($1, $2)', [id, input.name]);
  await savePreferences(manager, subscriberId, {
    counties: input.counties,
    kinds: input.kinds,
    minLevel: input.min_level,
    overrideQuietHours: true,
  });
  return id;
}

async function ensureCapacity(manager: EntityManager, hash: Buffer): Promise<void> {
  const existing = await manager.query<{ subscriberId: string; state: string; isSame: boolean }[]>(
    `SELECT subscriber_id AS "subscriberId", state, address_hash = $1 AS "isSame" FROM channels WHERE kind = 'webhook'`,
    [hash],
  );
  const same = existing.find(({ isSame }) => isSame);
  if (same?.state === 'confirmed') throw invalidField('url', 'A webhook with this address already exists.');
  if (existing.filter(({ state }) => state === 'confirmed').length >= maxWebhooks)
    throw tooMany(`There are ${maxWebhooks} webhooks already. Please delete one first.`, 60);
  // The receiver had refused further messages.
  if (same) await manager.query('DELETE FROM subscribers WHERE id = $1', [same.subscriberId]);
}

/** Removes a webhook and its preferences; returns its name, if it exists. */
export async function removeWebhook(manager: EntityManager, id: string): Promise<string | undefined> {
  const [[removed]] = await manager.query<[{ name: string }[], number]>(
    `DELETE FROM subscribers USING channels, webhooks
     WHERE channels.id = $1 AND webhooks.channel_id = channels.id AND subscribers.id = channels.subscriber_id
     RETURNING webhooks.name`,
    [id],
  );
  return removed?.name;
}
