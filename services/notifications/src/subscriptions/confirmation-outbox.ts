/** Outbox of confirmations. Not a BullMQ queue, whose workers in other services must not be able to open an address. */
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { Lease } from '@site/platform/data/lease';
import { channelOf } from '@site/platform/data/listener';
import type { FailedRows } from '@site/platform/jobs/work-loop';
import type { DataSource, EntityManager } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import type { Channel, Confirmation } from '../channels/channel.entity.js';
import { endChannels } from '../channels/end-channels.js';
import { issueConfirmToken } from '../channels/tokens.js';
import { admit, type ConfirmationBudgets } from './confirmation-limits.js';
import type { ConfirmationMessage } from './confirmations.js';

/** Wakes the relays. Fire and forget: they also poll. */
export function wakeConfirmations(dataSource: DataSource): void {
  dataSource.query(`SELECT pg_notify($1, '')`, [channelOf(dataSource, 'confirmations')]).catch(() => undefined);
}

/** Another relay takes over after this time. */
const lease = new Lease({ holder: 'tries', until: 'due_at' }, 60);
const batchSize = 20;

export interface DueConfirmation
  extends
    Pick<Confirmation, 'channelId' | 'purpose' | 'keysSealed' | 'preferences' | 'tries'>,
    Pick<Channel, 'subscriberId' | 'addressSealed'> {
  kind: ConfirmationMessage['kind'];
  requestedAt: Date;
}

const pushNoSoonerThan = `interval '1 minute'`;

/**
 * Claims due confirmations for a minute each. Safe for several relays.
 * @returns also whether there may be more, otherwise in how many milliseconds the next is due
 */
export function claimDue(
  dataSource: DataSource,
  budgets: ConfirmationBudgets,
  rows: FailedRows,
): Promise<{ claimed: DueConfirmation[]; isMore: boolean; dueInMs: number | null }> {
  return dataSource.transaction(async (manager) => {
    const due = await manager.query<{ id: string }[]>(
      `SELECT channel_id AS id FROM confirmations WHERE due_at <= now() AND channel_id::text <> ALL($1)
       ORDER BY due_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [rows.waitingIds],
    );
    const claimed: DueConfirmation[] = [];
    await rows.attemptAll(
      due.map(({ id }) => id),
      (id) => `claim:${id}`,
      (ids) => manager.transaction(async (inner) => claimed.push(...(await claim(inner, budgets, ids)))),
    );
    const [{ due_in_ms: dueInMs }] = await manager.query<[{ due_in_ms: number | null }]>(
      `SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS due_in_ms
       FROM confirmations WHERE channel_id::text <> ALL($1)`,
      [rows.waitingIds],
    );
    return { claimed, isMore: due.length === batchSize, dueInMs };
  });
}

async function claim(
  manager: EntityManager,
  budgets: ConfirmationBudgets,
  channelIds: readonly string[],
): Promise<DueConfirmation[]> {
  // Signing up again: the user may have missed the first push.
  await manager.query(
    `UPDATE confirmations SET due_at = last_sent_at + ${pushNoSoonerThan} FROM channels
     WHERE channel_id = ANY($1) AND channels.id = channel_id AND kind = 'push'
       AND last_sent_at > now() - ${pushNoSoonerThan}`,
    [channelIds],
  );
  await admit(manager, budgets, channelIds);
  const [due] = await manager.query<[DueConfirmation[], number]>(
    `UPDATE confirmations AS asked SET ${lease.take('tries + 1')} FROM channels
     WHERE channel_id = ANY($1) AND due_at <= now() AND channels.id = channel_id
     RETURNING channels.id AS "channelId", kind, purpose, subscriber_id AS "subscriberId",
       address_sealed AS "addressSealed", coalesce(asked.keys_sealed, channels.keys_sealed) AS "keysSealed",
       preferences, requested_at AS "requestedAt", tries`,
    [channelIds],
  );
  return due;
}

/** Opens the sealed address and issues a new token; those of earlier attempts stay valid. */
export async function messageFor(
  dataSource: DataSource,
  seal: AddressSeal,
  due: DueConfirmation,
  preferences: Preferences,
): Promise<ConfirmationMessage> {
  const { channelId, kind, purpose } = due;
  return {
    channelId,
    kind,
    purpose,
    address: seal.open(due.addressSealed, channelId),
    ...(due.keysSealed && { keys: seal.openKeys(due.keysSealed, channelId) }),
    token: purpose === 'confirm' ? await issueConfirmToken(dataSource, channelId) : seal.manageToken(channelId),
    preferences,
  };
}

/** Records an accepted confirmation; due again after another sign-up. */
export async function recordSentConfirmation(
  dataSource: DataSource,
  { channelId, purpose, requestedAt }: DueConfirmation,
) {
  if (purpose === 'still-there') {
    await dataSource.query('UPDATE channels SET last_ok_at = now() WHERE id = $1', [channelId]);
    await dataSource.query(`DELETE FROM confirmations WHERE channel_id = $1 AND purpose = 'still-there'`, [channelId]);
    return;
  }
  await dataSource.query(
    `UPDATE confirmations SET last_sent_at = now(), due_at = CASE WHEN requested_at = $2 THEN NULL ELSE now() END,
       tries = CASE WHEN requested_at = $2 THEN tries ELSE 0 END
     WHERE channel_id = $1`,
    [channelId, requestedAt],
  );
}

/** Ends a channel whose address doesn't exist. */
export const endMissingChannel = (dataSource: DataSource, { channelId, kind }: DueConfirmation): Promise<void> =>
  dataSource.transaction((manager) => endChannels(manager, [channelId], kind === 'push' ? 'ended' : 'bounced'));

/**
 * Drops a refused confirmation, and a channel never confirmed. A confirmed one stays: we may be the ones refused. Due
 * again after another sign-up.
 */
export async function recordRejection(
  dataSource: DataSource,
  { channelId, requestedAt }: DueConfirmation,
): Promise<void> {
  await dataSource.query(
    'UPDATE confirmations SET due_at = now(), tries = 0 WHERE channel_id = $1 AND requested_at <> $2',
    [channelId, requestedAt],
  );
  await dataSource.query('DELETE FROM confirmations WHERE channel_id = $1 AND requested_at = $2', [
    channelId,
    requestedAt,
  ]);
}

const firstWaitSeconds = 5;
const maxRetryDelaySeconds = 600;

/** Retries after 5 s, 15 s, 45 s … up to every ten minutes, until the confirmation expires. */
export async function scheduleRetry(dataSource: DataSource, { channelId, requestedAt, tries }: DueConfirmation) {
  const waitSeconds = Math.min(maxRetryDelaySeconds, firstWaitSeconds * 3 ** Math.max(0, tries - 1));
  await dataSource.query(
    `UPDATE confirmations SET due_at = now() + make_interval(secs => $3)
     WHERE channel_id = $1 AND requested_at = $2 AND due_at IS NOT NULL AND ${lease.isOwnedBy('$4')}`,
    [channelId, requestedAt, waitSeconds, tries],
  );
}
