/** Retention of the notifications service: deletes unconfirmed, ended and silent subscriptions. */
import { FailedRows } from '@site/platform/jobs/work-loop';
import { mailRetentionRules } from '@site/platform/mail/mail-tables';
import { purge, type RetentionRule, type Sweep } from '@site/platform/lifecycle/retention';
import type { DataSource } from 'typeorm';
import type { AddressSeal } from './channels/address-seal.js';
import { endChannels } from './channels/end-channels.js';
import { resealOutdated } from './channels/reseal.js';
import { confirmsForHours } from './channels/tokens.js';
import { confirmationRetentionDays } from './subscriptions/confirmation-limits.js';
import { wakeConfirmations } from './subscriptions/confirmation-outbox.js';

/** Browsers lose subscriptions silently. After this long without a sign of life, a browser gets a check … */
const asksAfterDays = 55;
/** … and is ended if that isn't accepted. */
const endsAfterDays = 60;
/** As long as the delivery ledger. */
const endedRetentionDays = 30;
/** Then one more mail is tried. */
const bounceRetentionDays = 730;
/** A second click on an old link gets an explanation. */
const tokenRetentionDays = 30;

/** Without a sign of life: no accepted message and no visit. */
const silentFor = (days: number) => `kind = 'push' AND state = 'confirmed'
  AND greatest(last_ok_at, confirmed_at, created_at, (SELECT last_seen_at FROM subscribers WHERE id = subscriber_id))
    < now() - interval '${days} days'`;

/** Schedules checks: a county without weather must not look like a lost browser. */
async function scheduleSilentChecks(dataSource: DataSource): Promise<void> {
  const scheduled = await dataSource.query<unknown[]>(
    `INSERT INTO confirmations (channel_id, purpose, due_at)
     SELECT id, 'still-there', now() FROM channels WHERE ${silentFor(asksAfterDays)}
     ON CONFLICT DO NOTHING RETURNING channel_id`,
  );
  if (scheduled.length > 0) wakeConfirmations(dataSource);
}

async function endSilent(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const silent = await manager.query<{ id: string }[]>(
      `SELECT id FROM channels WHERE ${silentFor(endsAfterDays)} LIMIT 5000`,
    );
    const ids = silent.map(({ id }) => id);
    if (ids.length > 0) await endChannels(manager, ids, 'ended');
  });
}

const rules: RetentionRule[] = [
  {
    table: 'confirmations',
    key: 'channel_id',
    passing: true,
    when: `requested_at < now() - interval '${confirmsForHours} hours'`,
  },
  {
    // Unconfirmed sign-ups, and subscribers who have left.
    table: 'channels',
    when: `(state = 'pending' AND NOT EXISTS (SELECT FROM confirmations WHERE channel_id = channels.id))
      OR (state IN ('ended', 'bounced') AND coalesce(
        (SELECT ended_at FROM subscribers WHERE subscribers.id = subscriber_id),
        greatest(last_ok_at, confirmed_at, channels.created_at)) < now() - interval '${endedRetentionDays} days')`,
  },
  {
    table: 'subscribers',
    passing: true,
    when: 'NOT EXISTS (SELECT FROM channels WHERE subscriber_id = subscribers.id)',
  },
  {
    table: 'tokens',
    key: 'hash',
    passing: true,
    when: `purpose = 'confirm' AND created_at < now() - interval '${tokenRetentionDays} days'`,
  },
  // Rows with a STOP stay forever.
  {
    table: 'requested_addresses',
    key: 'address_hash',
    passing: true,
    when: `stopped_at IS NULL AND coalesce(last_requested_at < now() - interval '${confirmationRetentionDays} days', true)`,
  },
  // Complaints stay forever.
  {
    table: 'suppressed_addresses',
    key: 'address_hash',
    passing: true,
    when: `cause = 'bounce' AND since < now() - interval '${bounceRetentionDays} days'`,
  },
  // As long as the delivery ledger.
  {
    table: 'text_reports',
    key: 'message_id',
    passing: true,
    when: `received_at < now() - interval '${endedRetentionDays} days'`,
  },
  // By ctid: their keys have several columns.
  { table: 'confirmation_counts', key: 'ctid', passing: true, when: `day < (now() AT TIME ZONE 'UTC')::date` },
  { table: 'idempotency', key: 'ctid', passing: true, when: 'expires_at < now()' },
  ...mailRetentionRules,
];

/**
 * Deletes unconfirmed and ended subscriptions, ends lost browsers, merges address spellings, and reseals after a key
 * change.
 */
export const sweepBy =
  (seal: AddressSeal): Sweep =>
  async (dataSource, rows = new FailedRows('retention')) => {
    await rows.attempt('silent channels that end', () => endSilent(dataSource));
    await rows.attempt('silent channels to ask', () => scheduleSilentChecks(dataSource));
    const purged = await purge(dataSource, rules, { rows });
    // Last: a lost key must not block the deletions.
    await resealOutdated(dataSource, seal, rows);
    return purged;
  };
