/** Numbers of confirmed channels by county and by kind of alert. */
import { allKinds, notificationKinds } from '@site/domain/notifications/kinds';
import type { CountSegmentsResponse, SegmentCount } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { DataSource } from 'typeorm';

/** A channel counts once per county and kind that it follows. */
export async function countSegments(dataSource: DataSource): Promise<CountSegmentsResponse> {
  const [counties, kinds] = await Promise.all([
    dataSource.query<SegmentCount[]>(
      `SELECT follows.county AS name, count(*)::integer AS count
       FROM channels JOIN follows USING (subscriber_id) WHERE channels.state = 'confirmed'
       GROUP BY follows.county ORDER BY count DESC, name`,
    ),
    dataSource.query<SegmentCount[]>(
      `SELECT wished.kind AS name, count(*)::integer AS count
       FROM channels JOIN preferences USING (subscriber_id) 
         CROSS JOIN unnest(CASE WHEN $1 = ANY(preferences.kinds) THEN $2::text[] ELSE preferences.kinds END) AS wished (kind)
       WHERE channels.state = 'confirmed'
       GROUP BY wished.kind ORDER BY count DESC, name`,
      [allKinds, notificationKinds],
    ),
  ]);
  return { counties, kinds };
}
