/**
 * Delivery reports: the carrier accepts a text first and says later whether it was delivered. A report may come before
 * its batch is recorded, so it is stored and applied by the process that sends.
 */
import { firstCharacters } from '@site/domain/truncate';
import { isId } from '@site/platform/base/ids';
import { safetyPollMs, soonMs, WorkLoop, type FailedRows } from '@site/platform/jobs/work-loop';
import type { Logger } from '@site/platform/base/injection-tokens';
import type { RecordTextReportRequest } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { forbidden, unprocessable } from '@site/proto/grpc';
import type { DataSource, EntityManager } from 'typeorm';
import { endChannels } from '../channels/end-channels.js';
import type { NotificationSettings } from '../config.js';
import { isSignedByCarrier } from './parse-reply.js';
import { smsReports, smsSetupErrors, undeliveredBecause } from './sms-errors.js';

/** A text's channel, and its dispatch unless it is a sign-up message. */
export interface TextReference {
  channelId: string;
  /** `day` selects the ledger's partition. */
  dispatch?: { id: string; day: string } | undefined;
}

const path = '/hooks/sms/status';

/** Returns the address for a text's reports. The carrier's signature covers it. */
export function reportUrl(site: string, { channelId, dispatch }: TextReference): string {
  const query = new URLSearchParams({
    channel: channelId,
    ...(dispatch && { dispatch: dispatch.id, day: dispatch.day }),
  });
  return `${site}${path}?${query.toString()}`;
}

const reportsChannel = 'notifications_text_reports';
const finalStates = new Map([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
  ['canceled', 'undelivered'],
]);

/**
 * Stores a text's final report; earlier ones ("queued", "sent") are ignored. Idempotent.
 * @throws FAILED_PRECONDITION if texts are off, PERMISSION_DENIED unless signed by the carrier
 */
export async function recordTextReport(
  { dataSource, settings }: { dataSource: DataSource; settings: NotificationSettings },
  request: RecordTextReportRequest,
): Promise<void> {
  const { sms, smsAuthToken } = settings;
  if (!sms || !smsAuthToken) throw unprocessable('This site does not send text messages.');
  if (!isSignedByCarrier(request, smsAuthToken)) throw forbidden('This request is not signed by our text carrier.');
  const { form, url } = request;
  const state = finalStates.get((form['MessageStatus'] ?? form['SmsStatus'] ?? '').toLowerCase());
  const messageId = form['MessageSid'] ?? form['SmsSid'] ?? '';
  if (!state || !messageId) return;
  const query = new URL(url).searchParams;
  const idIn = (name: string) => (isId(query.get(name) ?? '') ? query.get(name) : null);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(query.get('day') ?? '') ? query.get('day') : null;
  const code = Number(form['ErrorCode'] ?? 0);
  const added = await dataSource.query<unknown[]>(
    `INSERT INTO text_reports (message_id, channel_id, day, dispatch_id, state, code, is_applied)
     VALUES ($1, $2, $3, $4, $5, $6, $5 = 'delivered') ON CONFLICT DO NOTHING RETURNING message_id`,
    [
      firstCharacters(messageId, 100),
      idIn('channel'),
      day,
      idIn('dispatch'),
      state,
      Number.isSafeInteger(code) ? code : 0,
    ],
  );
  if (added.length === 0) return;
  smsReports.inc({ outcome: state });
  if (state === 'undelivered') await dataSource.query(`SELECT pg_notify($1, '')`, [reportsChannel]);
}

interface Report {
  messageId: string;
  channelId: string | null;
  day: string | null;
  dispatchId: string | null;
  code: number;
}

const reportsAtOnce = 100;
const retryDelaySeconds = 30;
/** A batch is recorded within a minute. */
const maxWaitForBatch = `interval '10 minutes'`;

/** Applies reports to the ledger and to channels. Any number may run. */
export function reportLoop(dataSource: DataSource, logger: Logger): WorkLoop {
  return new WorkLoop({
    name: 'text-reports',
    logger,
    intervalMs: safetyPollMs(),
    retryMs: soonMs,
    wakeOn: { dataSource, channel: reportsChannel },
    runOnce: (rows) => applyReports(dataSource, logger, rows),
  });
}

/** @returns milliseconds before the next round if some wait for their batch */
async function applyReports(dataSource: DataSource, logger: Logger, rows: FailedRows): Promise<number | void> {
  const open = await dataSource.query<Report[]>(
    `SELECT message_id AS "messageId", channel_id AS "channelId", to_char(day, 'YYYY-MM-DD') AS day, dispatch_id AS "dispatchId", code
     FROM text_reports AS report WHERE NOT is_applied AND message_id <> ALL($1)
     -- Reports that wait for their batch must not block the others.
     ORDER BY EXISTS (SELECT FROM deliveries AS sent WHERE sent.day = report.day AND sent.dispatch_id = report.dispatch_id
       AND sent.channel_id = report.channel_id AND sent.state = 'reserved'), received_at LIMIT ${reportsAtOnce}`,
    [rows.waiting],
  );
  for (const report of open) {
    const cause = undeliveredBecause(report.code);
    const { result } = await rows.attempt(report.messageId, () =>
      dataSource.transaction((manager) => applyReport(manager, report)),
    );
    if (result !== 'applied' || cause !== 'setup') continue;
    smsSetupErrors.inc();
    logger.error({ code: report.code }, 'the text carrier does not deliver because of our account, sender or campaign');
  }
  return open.length > 0 ? soonMs : undefined;
}

async function applyReport(manager: EntityManager, report: Report): Promise<'applied' | 'waits' | 'taken'> {
  const { messageId, channelId, dispatchId, day, code } = report;
  const lockedRows = await manager.query<{ expired: boolean }[]>(
    `SELECT received_at < now() - ${maxWaitForBatch} AS expired FROM text_reports
     WHERE message_id = $1 AND NOT is_applied FOR UPDATE SKIP LOCKED`,
    [messageId],
  );
  const [row] = lockedRows;
  if (!row) return 'taken';
  if (channelId && dispatchId && day) {
    const isRecorded = await failDelivery(manager, { channelId, dispatchId, day, code });
    if (!isRecorded && !row.expired) return 'waits';
  }
  if (channelId && undeliveredBecause(code) === 'number') await endChannels(manager, [channelId], 'ended');
  await manager.query('UPDATE text_reports SET is_applied = true WHERE message_id = $1', [messageId]);
  return 'applied';
}

interface Undelivered {
  channelId: string;
  dispatchId: string;
  day: string;
  code: number;
}

/**
 * Counts an accepted text as failed, or retries it while the warning lasts.
 * @returns false if its batch hasn't been recorded yet
 */
async function failDelivery(
  manager: EntityManager,
  { channelId, dispatchId, day, code }: Undelivered,
): Promise<boolean> {
  const cause = undeliveredBecause(code);
  // As in finishDispatches: the dispatch first.
  const [dispatch] = await manager.query<{ eventKey: string; revision: number; lasts: boolean }[]>(
    `SELECT event_key AS "eventKey", revision,
       NOT superseded AND send_until > now() + interval '${retryDelaySeconds + 5} seconds' AS lasts
     FROM dispatches WHERE id = $1 FOR UPDATE`,
    [dispatchId],
  );
  if (!dispatch) return true;
  const isRetried = (cause === 'setup' || cause === 'busy') && dispatch.lasts;
  const [found] = await manager.query<{ state: string; shard: number }[]>(
    `SELECT state, shard FROM deliveries WHERE day = $1::date AND dispatch_id = $2 AND channel_id = $3 FOR UPDATE`,
    [day, dispatchId, channelId],
  );
  if (found?.state === 'reserved') return false;
  // Superseded, or erased.
  if (found?.state !== 'accepted') return true;
  await manager.query(
    `UPDATE deliveries SET state = $4, accepted_at = NULL, reason = $5,
       due_at = CASE WHEN $4 = 'waiting' THEN now() + interval '${retryDelaySeconds} seconds' END
     WHERE day = $1::date AND dispatch_id = $2 AND channel_id = $3`,
    [day, dispatchId, channelId, isRetried ? 'waiting' : 'failed', `not delivered, code ${code}`],
  );
  await manager.query('DELETE FROM notified WHERE event_key = $1 AND channel_id = $2 AND revision = $3', [
    dispatch.eventKey,
    channelId,
    dispatch.revision,
  ]);
  if (isRetried) await retry(manager, dispatchId, found.shard);
  else await countAsFailed(manager, dispatchId, found.shard);
  return true;
}

/** Reopens the dispatch if it has finished; its totals then add up with the shard's. */
async function retry(manager: EntityManager, dispatchId: string, shard: number): Promise<void> {
  await manager.query(
    `INSERT INTO dispatch_shards AS open (dispatch_id, shard, listed, due_at, accepted)
     VALUES ($1, $2, true, now() + interval '${retryDelaySeconds} seconds', -1)
     ON CONFLICT (dispatch_id, shard) DO UPDATE SET accepted = open.accepted - 1, done = false,
       due_at = least(open.due_at, excluded.due_at)`,
    [dispatchId, shard],
  );
  await manager.query('UPDATE dispatches SET finished_at = NULL WHERE id = $1 AND finished_at IS NOT NULL', [
    dispatchId,
  ]);
}

async function countAsFailed(manager: EntityManager, dispatchId: string, shard: number): Promise<void> {
  const totals = 'accepted = accepted - 1, failed = failed + 1';
  const [, open] = await manager.query<[unknown, number]>(
    `UPDATE dispatch_shards SET ${totals} WHERE dispatch_id = $1 AND shard = $2`,
    [dispatchId, shard],
  );
  if (open > 0) return;
  await manager.query(`UPDATE dispatches SET ${totals} WHERE id = $1`, [dispatchId]);
  await manager.query(
    `UPDATE delivery_statistics SET ${totals}
     WHERE day = (SELECT (created_at AT TIME ZONE 'UTC')::date FROM dispatches WHERE id = $1)`,
    [dispatchId],
  );
}
