/** Tokens of confirmation and preferences links. */
import { createHash, randomBytes } from 'node:crypto';
import { notFound } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import type { AddressSeal } from './address-seal.js';
import { Channel } from './channel.entity.js';

/** How long a channel has to confirm before it is deleted. */
export const confirmsForHours = 24;

const tokenBytes = 32;
/** Only hashes are stored, so that a copy of the table is useless; those of 256 random bits can't be brute-forced. */
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Creates the token of a confirmation, which exists only in the message.
 * @returns 43 characters, base64url
 */
export async function issueConfirmToken(database: Pick<EntityManager, 'query'>, channelId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await database.query(
    `INSERT INTO tokens (hash, channel_id, purpose, expires_at)
     VALUES ($1, $2, 'confirm', now() + interval '${confirmsForHours} hours')`,
    [hashOf(token), channelId],
  );
  return token;
}

/** Stores the hash of a channel's `AddressSeal.manageToken` and returns the token. Idempotent. */
export async function storeManageToken(
  database: Pick<EntityManager, 'query'>,
  seal: AddressSeal,
  channelId: string,
): Promise<string> {
  const token = seal.manageToken(channelId);
  await database.query(
    `INSERT INTO tokens (hash, channel_id, purpose) VALUES ($1, $2, 'manage') ON CONFLICT (hash) DO NOTHING`,
    [hashOf(token), channelId],
  );
  return token;
}

export interface OpenedToken {
  hash: Buffer;
  /** "confirm" tokens also confirm the channel, once and within a day. */
  purpose: 'confirm' | 'manage';
  /** By the database's clock, which also set the expiry. */
  expired: boolean;
  used: boolean;
  channel: Channel;
}

/** Returns the hash of the channel's address; undefined for an unknown token. */
export async function findToken(manager: EntityManager, token: string): Promise<{ addressHash: Buffer } | undefined> {
  const [found] = await manager.query<{ addressHash: Buffer }[]>(
    `SELECT address_hash AS "addressHash" FROM tokens JOIN channels ON channels.id = channel_id WHERE hash = $1`,
    [hashOf(token)],
  );
  return found;
}

/**
 * Returns the token's row and its channel, locked until the transaction ends.
 * @throws NOT_FOUND for an unknown token
 */
export async function openToken(manager: EntityManager, token: string): Promise<OpenedToken> {
  const hash = hashOf(token);
  const [found] = await manager.query<{ channelId: string }[]>(
    'SELECT channel_id AS "channelId" FROM tokens WHERE hash = $1',
    [hash],
  );
  const channel =
    found && (await manager.findOne(Channel, { where: { id: found.channelId }, lock: { mode: 'pessimistic_write' } }));
  if (!channel) throw notFound('This link is not valid. Use the link in our latest message, or sign up again.');
  // Under the lock: a concurrent request may have used the token.
  const [state] = await manager.query<Pick<OpenedToken, 'purpose' | 'expired' | 'used'>[]>(
    `SELECT purpose, coalesce(expires_at <= now(), false) AS expired, used_at IS NOT NULL AS used
     FROM tokens WHERE hash = $1`,
    [hash],
  );
  if (!state) throw notFound('This link is not valid. Please sign up again.');
  return { hash, ...state, channel };
}

export const markUsed = (manager: EntityManager, hash: Buffer): Promise<unknown> =>
  manager.query('UPDATE tokens SET used_at = now() WHERE hash = $1', [hash]);
