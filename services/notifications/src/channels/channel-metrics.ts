/** Metrics of channels by kind and state. */
import { measureAtScrape } from '@site/platform/base/metrics';
import type { ChannelCount } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { DataSource } from 'typeorm';

/** Omits zeros. */
export const countChannels = (dataSource: DataSource): Promise<ChannelCount[]> =>
  dataSource.query<ChannelCount[]>(
    'SELECT kind AS channel, state, count(*)::integer AS count FROM channels GROUP BY kind, state ORDER BY kind, state',
  );

/** Adds channels to /metrics. */
export const measureChannels = measureAtScrape(
  { notifications_channels: { help: "Subscribers' channels, by kind and state", labelNames: ['kind', 'state'] } },
  async (dataSource: DataSource) => ({
    notifications_channels: (await countChannels(dataSource)).map(({ channel, state, count }) => [
      { kind: channel, state },
      count,
    ]),
  }),
);
