/**
 * Selects a batch's recipients and records them before sending: messages of a crashed sender, then due retries, then
 * new subscribers. One statement for up to 500 rows; a statement per row would take two minutes for 100,000.
 */
import { allKinds } from '@site/domain/notifications/kinds';
import { state } from '@site/regions/state';
import type { DataSource } from 'typeorm';
import { isSuppressed } from '../channels/suppressions.js';
import { shardLease, type LeasedShard } from './leases.js';
import { dayOf, shardCount, type ChannelKind, type Reserved, type Dispatch } from './dispatch-rows.js';

const localNow = `(now() AT TIME ZONE '${state.timeZone}')`;
/** Quiet hours may span midnight. */
const isQuiet = `(preference.quiet_from IS NOT NULL AND preference.quiet_until IS NOT NULL
  AND channel.kind <> 'webhook' AND NOT (preference.override_quiet_hours AND $9::smallint = 4)
  AND CASE WHEN preference.quiet_from <= preference.quiet_until
    THEN ${localNow}::time >= preference.quiet_from AND ${localNow}::time < preference.quiet_until
    ELSE ${localNow}::time >= preference.quiet_from OR ${localNow}::time < preference.quiet_until END)`;
const quietEnds = `((${localNow}::date + preference.quiet_until
  + CASE WHEN ${localNow}::time >= preference.quiet_until THEN interval '1 day' ELSE interval '0' END)
  AT TIME ZONE '${state.timeZone}')`;

/** The dispatch's recipients in the shard. Quiet hours don't hold silent dispatches. */
const matching = `
  SELECT channel.id, ($12 AND ${isQuiet}) AS quiet, ${quietEnds} AS quiet_ends
  FROM channels AS channel JOIN preferences AS preference ON preference.subscriber_id = channel.subscriber_id
  LEFT JOIN notified ON notified.event_key = $4 AND notified.channel_id = channel.id
  WHERE channel.shard = $3 % ${shardCount} AND channel.state = 'confirmed' AND channel.kind = ANY($10)
    AND NOT ${isSuppressed('channel')}
    AND channel.id > (SELECT after_id FROM dispatch_shards WHERE dispatch_id = $2 AND shard = $3 AND NOT listed)
    AND preference.kinds && ARRAY[$8, '${allKinds}'] AND (preference.min_level <= $9 OR $6 = 'notified')
    AND EXISTS (
      SELECT FROM follows WHERE follows.subscriber_id = channel.subscriber_id AND follows.county = ANY($7::bpchar[]))
    AND CASE $6 WHEN 'notified' THEN notified.revision < $5 WHEN 'not_notified' THEN notified.revision IS NULL
      ELSE coalesce(notified.revision, 0) < $5 END`;

const matchValues = (
  { dispatch, shard }: Pick<LeasedShard, 'dispatch' | 'shard'>,
  kinds: readonly ChannelKind[],
): unknown[] => [
  dayOf(dispatch),
  dispatch.id,
  shard,
  dispatch.eventKey,
  dispatch.revision,
  dispatch.audience,
  dispatch.counties,
  dispatch.alertKind,
  dispatch.level,
  kinds.filter((kind) => isFor(kind, dispatch)),
];

/**
 * Returns whether a channel kind gets a dispatch. A mail can't be replaced, so a changed end sends none; texts are only
 * for dangerous events.
 */
export function isFor(
  kind: ChannelKind,
  { kind: dispatchKind, priority }: Pick<Dispatch, 'kind' | 'priority'>,
): boolean {
  if (kind === 'mail') return dispatchKind !== 'quiet';
  return kind !== 'sms' || (priority === 0 && dispatchKind !== 'quiet' && dispatchKind !== 'ended');
}

const isAudible = ({ kind }: Dispatch) => kind !== 'quiet' && kind !== 'ended';

/**
 * Reserves the next batch of a leased shard; nothing if another sender has the lease.
 * @param kinds those of its lane that this site supports
 * @param limit maximum rows
 */
export async function reserveBatch(
  dataSource: DataSource,
  lease: LeasedShard,
  { kinds, limit }: { kinds: readonly ChannelKind[]; limit: number },
): Promise<Reserved[]> {
  return dataSource.query<Reserved[]>(
    `WITH mine AS MATERIALIZED (
       SELECT FROM dispatch_shards WHERE dispatch_id = $2 AND shard = $3 AND ${shardLease.isOwnedBy('$13')} FOR UPDATE),
     again AS (
       SELECT open.channel_id, open.state, EXISTS (
         SELECT FROM channels JOIN follows USING (subscriber_id)
         WHERE channels.id = open.channel_id AND channels.state = 'confirmed' AND NOT ${isSuppressed('channels')}
           AND follows.county = ANY($7::bpchar[]))
         -- A later revision may have been delivered since.
         AND NOT EXISTS (SELECT FROM notified WHERE notified.event_key = $4 AND notified.channel_id = open.channel_id
           AND notified.revision > $5) AS is_wanted
       FROM deliveries AS open
       WHERE day = $1::date AND dispatch_id = $2 AND shard = $3
         AND (state = 'reserved' OR (state = 'waiting' AND due_at <= now())) AND EXISTS (SELECT FROM mine)
       ORDER BY due_at NULLS FIRST LIMIT $11),
     retaken AS (
       UPDATE deliveries AS open SET reserved_at = now(), due_at = NULL,
         state = CASE WHEN is_wanted THEN 'reserved' ELSE 'skipped' END,
         maybe_repeated = maybe_repeated + CASE WHEN is_wanted AND again.state = 'reserved' THEN 1 ELSE 0 END
       FROM again WHERE open.day = $1::date AND open.dispatch_id = $2 AND open.channel_id = again.channel_id
       RETURNING open.channel_id, open.state, open.tries, open.was_held, again.state = 'reserved' AS was_reserved),
     matched AS (${matching} AND EXISTS (SELECT FROM mine) ORDER BY channel.id LIMIT greatest($11 - (SELECT count(*) FROM again), 0)),
     inserted AS (
       INSERT INTO deliveries (day, dispatch_id, channel_id, shard, state, due_at, was_held)
       SELECT $1::date, $2, id, $3, CASE WHEN quiet THEN 'held' ELSE 'reserved' END,
         CASE WHEN quiet THEN quiet_ends END, quiet
       FROM matched ON CONFLICT DO NOTHING RETURNING channel_id, state, tries, was_held),
     moved AS (
       UPDATE dispatch_shards SET
         after_id = coalesce((SELECT id FROM matched ORDER BY id DESC LIMIT 1), after_id),
         listed = listed OR (SELECT count(*) FROM matched) < $11 - (SELECT count(*) FROM again),
         reserved = reserved + (SELECT count(*) FROM inserted WHERE state = 'reserved'),
         maybe_repeated = maybe_repeated + (SELECT count(*) FROM retaken WHERE was_reserved AND state = 'reserved')
       WHERE dispatch_id = $2 AND shard = $3 AND EXISTS (SELECT FROM mine))
     SELECT channel.id AS "channelId", channel.kind, channel.address_sealed AS "addressSealed",
       channel.keys_sealed AS "keysSealed", channel.push_origin AS "pushOrigin", taken.tries, taken.was_held AS "wasHeld",
       coalesce(channel.last_ok_at > channel.moved_at, channel.moved_at IS NULL) AS "isProven",
       coalesce(preference.language, 'en') AS language,
       ARRAY(SELECT follows.county::text FROM follows WHERE follows.subscriber_id = channel.subscriber_id
         AND follows.county = ANY($7::bpchar[]) ORDER BY 1) AS counties
     FROM (
       SELECT channel_id, tries, was_held FROM retaken WHERE state = 'reserved'
       UNION ALL SELECT channel_id, tries, was_held FROM inserted WHERE state = 'reserved') AS taken
     JOIN channels AS channel ON channel.id = taken.channel_id
     LEFT JOIN preferences AS preference ON preference.subscriber_id = channel.subscriber_id`,
    [...matchValues(lease, kinds), limit, isAudible(lease.dispatch), lease.lease],
  );
}

/**
 * Records who no longer gets a dispatch: late if its time was up, skipped if a later revision supersedes it. Messages
 * held for the morning stay.
 */
export async function closeShard(
  dataSource: DataSource,
  lease: LeasedShard,
  kinds: readonly ChannelKind[],
): Promise<void> {
  const { dispatch, shard, superseded } = lease;
  await dataSource.transaction(async (manager) => {
    const lockedRows = await manager.query<unknown[]>(
      `SELECT FROM dispatch_shards WHERE dispatch_id = $1 AND shard = $2 AND ${shardLease.isOwnedBy('$3')} FOR UPDATE`,
      [dispatch.id, shard, lease.lease],
    );
    if (lockedRows.length === 0) return;
    if (superseded)
      await manager.query(
        `UPDATE deliveries SET state = 'skipped', due_at = NULL
         WHERE day = $1::date AND dispatch_id = $2 AND shard = $3 AND state IN ('reserved', 'waiting', 'held')`,
        [dayOf(dispatch), dispatch.id, shard],
      );
    else
      await manager.query(
        `WITH matched AS (${matching}),
         inserted AS (
           INSERT INTO deliveries (day, dispatch_id, channel_id, shard, state)
           SELECT $1::date, $2, id, $3, 'late' FROM matched WHERE $11::boolean AND NOT quiet ON CONFLICT DO NOTHING RETURNING 1),
         given_up AS (
           UPDATE deliveries SET state = 'late', due_at = NULL
           WHERE day = $1::date AND dispatch_id = $2 AND shard = $3 AND state IN ('reserved', 'waiting') RETURNING 1)
         UPDATE dispatch_shards SET late = late + (SELECT count(*) FROM inserted) + (SELECT count(*) FROM given_up),
           reserved = reserved + (SELECT count(*) FROM inserted)
         WHERE dispatch_id = $2 AND shard = $3`,
        [...matchValues(lease, kinds), true, isAudible(dispatch)],
      );
    await manager.query(
      `UPDATE dispatch_shards SET listed = true, done = true, due_at = NULL, leased_by = NULL, ${shardLease.release}
       WHERE dispatch_id = $1 AND shard = $2`,
      [dispatch.id, shard],
    );
  });
}
