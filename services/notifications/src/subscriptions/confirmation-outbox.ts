import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { DataSource } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import { endChannels } from '../channels/end-channels.js';
import { issueConfirmToken } from '../channels/tokens.js';
import type { ConfirmationMessage, ConfirmationPurpose } from './confirmations.js';

/**
 * The durable list of questions to channels. It is no queue of BullMQ: the jobs of those are done by workers of other services,
 * which must not be able to open an address.
 */

/** The channel of Postgres on which the relay is woken. */
export const outboxChannelOf = (dataSource: DataSource): string =>
  `${(dataSource.options as { schema?: string }).schema ?? 'public'}_confirmations`;

/** Wakes the relay, for rows that are committed. It also looks by itself, so a lost notice costs a second. */
export function wakeConfirmations(dataSource: DataSource): void {
  dataSource.query(`SELECT pg_notify($1, '')`, [outboxChannelOf(dataSource)]).catch(() => undefined);
}

/** Taken up by another relay when the one that has it does not finish within this time. */
const leaseSeconds = 60;
export const batchSize = 20;

/** A question that is due. */
export interface DueConfirmation {
  channelId: string;
  kind: ConfirmationMessage['kind'];
  purpose: ConfirmationPurpose;
  subscriberId: string;
  addressSealed: Buffer;
  keysSealed: Buffer | null;
  /** Null for "still-there". */
  wishes: Wishes | null;
  askedAt: Date;
  tries: number;
}

/** Nobody fills somebody's mailbox by signing them up: a mail or text an hour at most, a push a minute. */
const noSoonerThan = `CASE kind WHEN 'push' THEN interval '1 minute' ELSE interval '1 hour' END`;

/** Takes questions that are due, each for a minute; several relays may do so at once. */
export async function claimDue(dataSource: DataSource): Promise<DueConfirmation[]> {
  // A browser is asked again when its minute is over: whoever tries twice may have missed the first. A mail is there to be found.
  await dataSource.query(
    `UPDATE confirmations SET due_at = CASE kind WHEN 'push' THEN last_sent_at + ${noSoonerThan} END FROM channels
     WHERE channels.id = channel_id AND due_at <= now() AND last_sent_at > now() - ${noSoonerThan}`,
  );
  const [due] = await dataSource.query<[DueConfirmation[], number]>(
    `UPDATE confirmations AS asked SET due_at = now() + interval '${leaseSeconds} seconds', tries = tries + 1
     FROM (
       SELECT channel_id FROM confirmations WHERE due_at <= now()
       ORDER BY due_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) AS due, channels
     WHERE asked.channel_id = due.channel_id AND channels.id = due.channel_id
     RETURNING channels.id AS "channelId", kind, purpose, subscriber_id AS "subscriberId",
       address_sealed AS "addressSealed", coalesce(asked.keys_sealed, channels.keys_sealed) AS "keysSealed",
       wishes, asked_at AS "askedAt", tries`,
  );
  return due;
}

/** The message for a question, with a token of its own. */
export async function messageFor(
  dataSource: DataSource,
  seal: AddressSeal,
  due: DueConfirmation,
  wishes: Wishes,
): Promise<ConfirmationMessage> {
  const { channelId, kind, purpose } = due;
  return {
    channelId,
    kind,
    purpose,
    address: seal.open(due.addressSealed, channelId),
    ...(due.keysSealed && { keys: seal.openKeys(due.keysSealed, channelId) }),
    token: purpose === 'confirm' ? await issueConfirmToken(dataSource, channelId) : seal.manageToken(channelId),
    wishes,
  };
}

/** Writes down that a question was accepted. One that was asked again in the meantime stays due. */
export async function recordAsked(dataSource: DataSource, { channelId, purpose, askedAt }: DueConfirmation) {
  if (purpose === 'still-there') {
    await dataSource.query('UPDATE channels SET last_ok_at = now() WHERE id = $1', [channelId]);
    await dataSource.query(`DELETE FROM confirmations WHERE channel_id = $1 AND purpose = 'still-there'`, [channelId]);
    return;
  }
  await dataSource.query(
    `UPDATE confirmations SET last_sent_at = now(), due_at = CASE WHEN asked_at = $2 THEN NULL ELSE due_at END
     WHERE channel_id = $1`,
    [channelId, askedAt],
  );
}

/** There is no such address: nothing more is sent there. */
export const recordGone = (dataSource: DataSource, { channelId, kind }: DueConfirmation): Promise<void> =>
  dataSource.transaction((manager) => endChannels(manager, [channelId], kind === 'push' ? 'ended' : 'bounced'));

/**
 * The question is dropped; a channel that has never answered is forgotten with it. One that is confirmed stays: should it be us
 * who are refused, nobody is unsubscribed for that.
 */
export const recordRefused = (dataSource: DataSource, { channelId, askedAt }: DueConfirmation): Promise<unknown> =>
  dataSource.query('DELETE FROM confirmations WHERE channel_id = $1 AND asked_at = $2', [channelId, askedAt]);

const firstWaitSeconds = 5;
const longestWaitSeconds = 600;

/** Writes down that a question has to be sent again: after 5 s, 15 s, 45 s … and every ten minutes, until it is forgotten. */
export async function recordLater(dataSource: DataSource, { channelId, askedAt, tries }: DueConfirmation) {
  const waitSeconds = Math.min(longestWaitSeconds, firstWaitSeconds * 3 ** Math.max(0, tries - 1));
  await dataSource.query(
    `UPDATE confirmations SET due_at = now() + make_interval(secs => $3)
     WHERE channel_id = $1 AND asked_at = $2 AND due_at IS NOT NULL`,
    [channelId, askedAt, waitSeconds],
  );
}
