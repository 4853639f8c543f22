/** Metrics of channels by kind and state. */
import { metrics } from '@site/platform/base/metrics';
import type { ChannelCount } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';

const measured = new Set<DataSource>();

/** Omits zeros. */
export const countChannels = (dataSource: DataSource): Promise<ChannelCount[]> =>
  dataSource.query<ChannelCount[]>(
    'SELECT kind AS channel, state, count(*)::integer AS count FROM channels GROUP BY kind, state ORDER BY kind, state',
  );

new Gauge({
  name: 'notifications_channels',
  help: "Subscribers' channels, by kind and state",
  labelNames: ['kind', 'state'],
  registers: [metrics],
  async collect() {
    this.reset();
    for (const dataSource of measured)
      // A database outage has its own metrics; all others must still be served.
      for (const { channel, state, count } of await countChannels(dataSource).catch(() => []))
        this.set({ kind: channel, state }, count);
  },
});

/** Exposes channels in /metrics until the returned function is called. */
export function measureChannels(dataSource: DataSource): () => void {
  measured.add(dataSource);
  return () => void measured.delete(dataSource);
}
