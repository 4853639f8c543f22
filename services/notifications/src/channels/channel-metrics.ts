import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { metrics } from '@site/platform/base/metrics';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

const measured = new Set<DataSource>();

interface ChannelCount {
  channel: string;
  state: string;
  count: number;
}

/** Counts channels by kind and state; combinations without channels are omitted. */
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
      // A database outage has its own metrics, and all others must still be served.
      for (const { channel, state, count } of await countChannels(dataSource).catch(() => []))
        this.set({ kind: channel, state }, count);
  },
});

@Injectable()
export class ChannelMetrics implements OnModuleInit, OnModuleDestroy {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  onModuleInit() {
    measured.add(this.dataSource);
  }

  onModuleDestroy() {
    measured.delete(this.dataSource);
  }
}
