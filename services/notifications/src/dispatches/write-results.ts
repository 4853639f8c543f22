import type { DataSource } from 'typeorm';
import { endChannels } from '../channels/end-channels.js';
import { addLag } from './histogram.js';
import { shardLease, type LeasedShard } from './leases.js';
import { dayOf, type ChannelKind, type Result } from './dispatch-rows.js';

/**
 * Records a batch's results and releases the shard in one transaction. Idempotent. Results are recorded even if the
 * lease was lost, because the messages have been sent.
 * @param options.keepsLease more results of the batch follow
 */
export async function writeResults(
  dataSource: DataSource,
  lease: LeasedShard,
  results: readonly Result[],
  { keepsLease = false } = {},
): Promise<void> {
  const { dispatch, shard } = lease;
  const lags = results.reduce<number[]>(
    (counts, { lagSeconds }) => (lagSeconds === undefined ? counts : addLag(counts, lagSeconds)),
    [],
  );
  await dataSource.transaction(async (manager) => {
    const unreachable = await manager.query<{ id: string; kind: ChannelKind }[]>(
      `WITH result AS (
         SELECT * FROM jsonb_to_recordset($4::jsonb) AS result("channelId" uuid, state text, tries smallint, reason text,
           "dueInMs" double precision, "maybeSent" boolean)),
       written AS (
         UPDATE deliveries AS open SET state = result.state, tries = result.tries, reason = coalesce(result.reason, ''),
           due_at = CASE result.state WHEN 'waiting' THEN now() + make_interval(secs => "dueInMs" / 1000) END,
           accepted_at = CASE result.state WHEN 'accepted' THEN now() END,
           maybe_repeated = maybe_repeated + CASE WHEN result.state = 'waiting' AND "maybeSent" THEN 1 ELSE 0 END
         FROM result WHERE open.day = $1::date AND open.dispatch_id = $2 AND open.channel_id = "channelId"
           AND open.state = 'reserved'
         RETURNING open.channel_id, open.state, "maybeSent"),
       remembered AS (
         INSERT INTO notified (event_key, channel_id, revision)
         SELECT $5, channel_id, $6 FROM written WHERE state = 'accepted'
         ON CONFLICT (event_key, channel_id)
         DO UPDATE SET revision = greatest(notified.revision, excluded.revision), notified_at = now()),
       reached AS (
         -- One write per channel and day is enough to detect lost browsers.
         UPDATE channels SET last_ok_at = now() FROM written
         WHERE written.state = 'accepted' AND channels.id = written.channel_id
           AND (channels.last_ok_at <= channels.moved_at OR coalesce(channels.last_ok_at, '-infinity') < now() - interval '1 day')),
       counted AS (
         UPDATE dispatch_shards SET
           accepted = accepted + (SELECT count(*) FROM written WHERE state = 'accepted'),
           late = late + (SELECT count(*) FROM written WHERE state = 'late'),
           gone = gone + (SELECT count(*) FROM written WHERE state = 'gone'),
           failed = failed + (SELECT count(*) FROM written WHERE state = 'failed'),
           maybe_repeated = maybe_repeated + (SELECT count(*) FROM written WHERE state = 'waiting' AND "maybeSent"),
           own_lag = CASE WHEN EXISTS (SELECT FROM written WHERE state = 'accepted') THEN add_counts(own_lag, $7::bigint[])
             ELSE own_lag END
         WHERE dispatch_id = $2 AND shard = $3)
       SELECT channels.id, channels.kind FROM written JOIN channels ON channels.id = written.channel_id
       WHERE written.state = 'gone' AND channels.state = 'confirmed'`,
      [dayOf(dispatch), dispatch.id, shard, JSON.stringify(results), dispatch.eventKey, dispatch.revision, lags],
    );
    const [bounced, ended] = [true, false].map((isMail) =>
      unreachable.flatMap(({ id, kind }) => ((kind === 'mail') === isMail ? [id] : [])),
    );
    if (bounced?.length) await endChannels(manager, bounced, 'bounced');
    if (ended?.length) await endChannels(manager, ended, 'ended');
    if (keepsLease) return;
    await manager.query(
      `UPDATE dispatch_shards AS mine SET leased_by = NULL, ${shardLease.release},
         due_at = (SELECT min(due_at) FROM deliveries AS open
           WHERE open.day = $1::date AND open.dispatch_id = $2 AND open.shard = $3 AND open.state = 'waiting'),
         done = listed AND NOT EXISTS (SELECT FROM deliveries AS open
           WHERE open.day = $1::date AND open.dispatch_id = $2 AND open.shard = $3 AND open.state IN ('reserved', 'waiting'))
       WHERE dispatch_id = $2 AND shard = $3 AND ${shardLease.isOwnedBy('$4')}`,
      [dayOf(dispatch), dispatch.id, shard, lease.lease],
    );
  });
}
