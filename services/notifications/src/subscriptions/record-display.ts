import { isId } from '@site/platform/base/ids';
import { invalidField } from '@site/proto/grpc';
import { displayDelayBuckets } from '@site/proto/notifications/v1/subscriptions.schema';
import type { DataSource } from 'typeorm';

/**
 * Counts that a device has displayed a dispatch, in the figures of the dispatch's day. Anyone can send this, so the
 * figures call it a sample; dispatches older than a day are ignored.
 * @param bucket delay, as index in `displayDelayBuckets`, or its length for anything longer
 * @throws INVALID_ARGUMENT for an unknown bucket
 */
export async function recordDisplay(dataSource: DataSource, dispatchId: string, bucket: number): Promise<void> {
  if (!Number.isInteger(bucket) || bucket < 0 || bucket > displayDelayBuckets.length)
    throw invalidField('bucket', `bucket must be 0 to ${displayDelayBuckets.length}`);
  if (!isId(dispatchId)) return;
  await dataSource.query(
    `INSERT INTO delivery_statistics AS known (day, shown)
     SELECT (created_at AT TIME ZONE 'UTC')::date,
       ARRAY(SELECT (place = $2::integer)::integer::bigint FROM generate_series(0, ${displayDelayBuckets.length}) AS place)
     FROM dispatches WHERE id = $1 AND created_at > now() - interval '1 day'
     ON CONFLICT (day) DO UPDATE SET shown = add_counts(known.shown, excluded.shown)`,
    [dispatchId, bucket],
  );
}
