/**
 * Distributes work: a sender leases one shard of a dispatch for one batch, most urgent first. So a tornado warning is
 * next when a batch ends, and a crashed sender is replaced.
 */
import { Lease } from '@site/platform/data/lease';
import type { DataSource } from 'typeorm';
import { dispatchColumns, shardCount, type Dispatch } from './dispatch-rows.js';

/** Renewed during a batch, so that only crashed senders lose it. */
export const shardLease = new Lease({ holder: 'leased_by', until: 'leased_until' }, 20);

export interface LeasedShard {
  dispatch: Dispatch;
  /** Within its lane (`lanes`). */
  shard: number;
  lease: string;
  /** Only records who wasn't reached: its time is over, or a later revision supersedes it. */
  isOver: boolean;
  superseded: boolean;
}

/** Whether the kill switch permits `run`; expired dispatches are always closed. */
const isPermitted = `(kill_switch.scope = 'nothing' OR (kill_switch.scope = 'less_urgent' AND dispatch.priority <= 1))`;
const isOver = 'dispatch.send_until <= now() OR dispatch.superseded';

/** Lists subscribers, retries some, or resumes a crashed sender's batch. */
const hasWork = '(NOT shard.listed OR shard.due_at <= now() OR shard.leased_by IS NOT NULL)';

/**
 * A channel gets an event's revisions in order: no other one is being sent to this shard, and no earlier one is left.
 */
const isInOrder = `NOT EXISTS (
  SELECT FROM dispatches AS other JOIN dispatch_shards AS theirs ON theirs.dispatch_id = other.id
  WHERE other.event_key = dispatch.event_key AND other.id <> dispatch.id AND theirs.shard = shard.shard
    -- A later revision's recipients are recorded when its batch ends; until then, an earlier one would be retried.
    AND (NOT ${shardLease.isFree('theirs')}
      OR (other.revision < dispatch.revision AND NOT other.superseded AND NOT theirs.listed
        -- Another sender may just be leasing it, which is not visible yet. A paused one does not block urgent ones.
        AND (other.priority <= dispatch.priority
          -- Pending subscribers count as notified once the earlier one has reached them all.
          OR dispatch.audience = 'notified'))))`;

/**
 * Leases the next shard with work. Each dispatch orders its shards differently, so that no subscriber is always last.
 * @param lane index of `lanes`
 * @param paused only closes expired dispatches
 * @param except ids of dispatches to skip for now
 * @returns undefined if there is no work now
 */
export async function takeShard(
  dataSource: DataSource,
  { lease, lane, paused, except = [] }: { lease: string; lane: number; paused: boolean; except?: readonly string[] },
): Promise<LeasedShard | undefined> {
  const [rows] = await dataSource.query<
    [(Dispatch & { shard: number; isOver: boolean; superseded: boolean })[], number]
  >(
    `WITH next AS (
       SELECT shard.dispatch_id, shard.shard FROM dispatch_shards AS shard JOIN dispatches AS dispatch ON dispatch.id = shard.dispatch_id, kill_switch
       WHERE dispatch.finished_at IS NULL AND NOT shard.done AND shard.shard / ${shardCount} = $3
         AND ${shardLease.isFree('shard')} AND dispatch.id::text <> ALL($4)
         AND (${isOver} OR (${isPermitted} AND NOT $2 AND ${hasWork} AND ${isInOrder}))
       ORDER BY dispatch.priority, dispatch.created_at, dispatch.revision, md5(dispatch.id::text || shard.shard) LIMIT 1 FOR UPDATE OF shard SKIP LOCKED)
     UPDATE dispatch_shards AS shard SET ${shardLease.take('$1')}
     FROM next, dispatches AS dispatch
     WHERE shard.dispatch_id = next.dispatch_id AND shard.shard = next.shard AND dispatch.id = next.dispatch_id
     RETURNING ${dispatchColumns}, shard.shard, (${isOver}) AS "isOver", dispatch.superseded`,
    [lease, paused, lane, except],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { shard, isOver: over, superseded, ...dispatch } = row;
  return { dispatch, shard, lease, isOver: over, superseded };
}

/** Extends the lease; does nothing if another sender has taken it over. */
export const renewLease = (dataSource: DataSource, { dispatch, shard, lease }: LeasedShard): Promise<unknown> =>
  dataSource.query(
    `UPDATE dispatch_shards SET ${shardLease.renew} WHERE dispatch_id = $1 AND shard = $2 AND ${shardLease.isOwnedBy('$3')}`,
    [dispatch.id, shard, lease],
  );
