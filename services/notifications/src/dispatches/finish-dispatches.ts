/** Closes dispatches whose shards are done, and adds their results to the daily totals. */
import { FailedRows } from '@site/platform/jobs/work-loop';
import type { DataSource, EntityManager } from 'typeorm';
import { addLag } from './histogram.js';
import { isAlreadyActive } from './dispatch-rows.js';

interface Open {
  id: string;
  counted: boolean;
  sent_at: Date;
  first_seen_at: Date;
  already_active: boolean;
}

/** Returns how many were finished. Stops at a dispatch that another sender is processing. */
export async function finishDispatches(dataSource: DataSource, rows = new FailedRows('dispatches')): Promise<number> {
  let finished = 0;
  for (;;) {
    const [dispatch] = await dataSource.query<{ id: string }[]>(
      `SELECT id FROM dispatches WHERE ${isDone} AND id::text <> ALL($1) LIMIT 1`,
      [rows.waitingIds],
    );
    if (!dispatch) return finished;
    const { result } = await rows.attempt(`finish:${dispatch.id}`, () =>
      dataSource.transaction((manager) => finish(manager, dispatch.id)),
    );
    if (result === false) return finished;
    if (result) finished += 1;
  }
}

const isDone = 'finished_at IS NULL AND NOT EXISTS (SELECT FROM dispatch_shards WHERE dispatch_id = id AND NOT done)';

/** @returns false if another sender is processing it */
async function finish(manager: EntityManager, id: string): Promise<boolean> {
  const [dispatch] = await manager.query<Open[]>(
    `SELECT id, counted, sent_at, first_seen_at, ${isAlreadyActive} AS already_active FROM dispatches
     WHERE id = $1 AND ${isDone} FOR UPDATE SKIP LOCKED`,
    [id],
  );
  if (!dispatch) return false;
  const isMeasured = !dispatch.already_active;
  const sourceLag =
    dispatch.counted || !isMeasured
      ? []
      : addLag([], (dispatch.first_seen_at.getTime() - dispatch.sent_at.getTime()) / 1_000);
  await manager.query(
    `WITH shards AS (
       DELETE FROM dispatch_shards WHERE dispatch_id = $1
       RETURNING reserved, accepted, late, gone, failed, maybe_repeated, own_lag),
     total AS (
       SELECT coalesce(sum(reserved), 0) AS reserved, coalesce(sum(accepted), 0) AS accepted, coalesce(sum(late), 0) AS late,
         coalesce(sum(gone), 0) AS gone, coalesce(sum(failed), 0) AS failed,
         coalesce(sum(maybe_repeated), 0) AS maybe_repeated, sum_counts(own_lag) AS own_lag FROM shards),
     finished AS (
       UPDATE dispatches AS dispatch SET finished_at = now(), counted = true, reserved = dispatch.reserved + total.reserved,
         accepted = dispatch.accepted + total.accepted, late = dispatch.late + total.late, gone = dispatch.gone + total.gone,
         failed = dispatch.failed + total.failed, maybe_repeated = dispatch.maybe_repeated + total.maybe_repeated,
         own_lag = add_counts(dispatch.own_lag, total.own_lag)
       FROM total WHERE dispatch.id = $1 RETURNING (dispatch.created_at AT TIME ZONE 'UTC')::date AS day)
     INSERT INTO delivery_statistics AS sums (day, dispatches, already_active, accepted, late, gone, failed, source_lag, own_lag)
     SELECT finished.day, $2, $4, total.accepted, total.late, total.gone, total.failed, $3::bigint[],
       CASE WHEN $5 THEN total.own_lag ELSE '{}' END FROM finished, total
     ON CONFLICT (day) DO UPDATE SET dispatches = sums.dispatches + excluded.dispatches,
       already_active = sums.already_active + excluded.already_active, accepted = sums.accepted + excluded.accepted,
       late = sums.late + excluded.late, gone = sums.gone + excluded.gone, failed = sums.failed + excluded.failed,
       source_lag = add_counts(sums.source_lag, excluded.source_lag), own_lag = add_counts(sums.own_lag, excluded.own_lag)`,
    [
      dispatch.id,
      dispatch.counted || !isMeasured ? 0 : 1,
      sourceLag,
      dispatch.counted || isMeasured ? 0 : 1,
      isMeasured,
    ],
  );
  return true;
}
