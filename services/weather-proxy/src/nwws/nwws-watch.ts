/** Listens to the NWWS-OI feed and records its warnings. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { WorkLoop } from '@site/platform/jobs/work-loop';
import type { Subscription } from 'rxjs';
import { DataSource } from 'typeorm';
import { AlertFeed } from '../alerts/alert-feed.js';
import { parseVtec, vtecName } from '../alerts/messages/vtec.js';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { WeatherLeader } from '../leader/weather-leader.js';
import { isPart, ProductParts } from './join-parts.js';
import { readTextProduct } from './product-text.js';
import { mayConcernUs, readProduct, type ReadProduct } from './read-product.js';
import { recordNwws } from './record-nwws.js';
import { NWWS_SETTINGS, type NwwsSettings } from './settings.js';
import { isFromNwws } from '../alerts/messages/nwws-id.js';
import { NwwsConnection, type NwwsProduct } from './nwws-connection.js';
import { nwwsContradictions, nwwsProducts, nwwsSeconds, nwwsUp, nwwsConfigured } from './nwws-metrics.js';
import { contradictionKinds, contradictions } from './nwws-store.js';

/** For comparing feed and list. */
const pollIntervalMs = 3_000;
/** For products that can't be recorded; the list then has them. */
const retryMs = 500;
const retryForMs = 60_000;

/**
 * Listens to the NWWS-OI feed, on the leading replica, so that warnings take effect before the next poll of the list.
 * Does nothing without credentials.
 */
@Injectable()
export class NwwsWatch implements OnModuleInit, OnModuleDestroy {
  private readonly parts = new ProductParts();
  private connection: NwwsConnection | undefined;
  private changes: Subscription | undefined;
  private readonly loop: WorkLoop;
  /** Keeps products in order. */
  private recording: Promise<void> = Promise.resolve();

  constructor(
    @Inject(NWWS_SETTINGS) private readonly settings: NwwsSettings | null,
    @Inject(AlertFeed) private readonly feed: AlertFeed,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(WeatherLeader) private readonly leader: WeatherLeader,
  ) {
    this.loop = new WorkLoop({ name: 'wire', logger, intervalMs: pollIntervalMs, runOnce: () => this.runOnce() });
  }

  onModuleInit(): void {
    nwwsConfigured.set(this.settings ? 1 : 0);
    if (!this.settings) return;
    for (const kind of contradictionKinds) nwwsContradictions.set({ kind }, 0);
    this.connection = new NwwsConnection(
      this.settings,
      {
        onProduct: (product) => this.receive(product),
        onUp: () => {
          nwwsUp.set(1);
          this.logger.info('listening to NWWS-OI');
        },
        onDown: (reason) => {
          nwwsUp.set(0);
          if (!this.loop.isStopped) this.logger.warn({ reason }, 'the NWWS-OI connection is down');
        },
      },
      this.clock,
    );
    this.changes = this.leader.changes.subscribe(() => this.loop.wake());
    void this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.changes?.unsubscribe();
    await this.loop.stop();
    await this.connection?.stop();
    await this.recording;
  }

  /** Keeps the connection while the database is away. */
  private async runOnce(): Promise<void> {
    if (this.leader.isLeading) {
      if (!this.loop.isStopped) this.connection?.start();
      await this.compare();
    } else {
      await this.connection?.stop();
      for (const kind of contradictionKinds) nwwsContradictions.set({ kind }, 0);
    }
  }

  private receive(product: NwwsProduct): void {
    const receivedAt = this.clock.elapsed();
    let read: ReadProduct | undefined;
    try {
      read = this.read(product);
    } catch (error) {
      // Uncaught, it would crash every replica that receives it from the room's history.
      this.logger.error({ err: error, product: product.id }, 'an NWWS-OI product crashed its parser');
      read = { messages: [], endings: [], refusals: ['garbled'] };
    }
    if (!read) return;
    for (const outcome of read.refusals) {
      nwwsProducts.inc({ outcome });
      if (outcome === 'garbled')
        this.logger.warn({ product: product.id, awipsid: product.awipsid }, 'an NWWS-OI product could not be parsed');
    }
    if (read.messages.length + read.endings.length === 0) return;
    this.recording = this.recording.then(() => this.record(read, receivedAt));
  }

  /** Undefined for a product elsewhere, or incomplete. */
  private read(product: NwwsProduct): ReadProduct | undefined {
    const text = readTextProduct(product.text);
    if (text && isPart(text.heading)) {
      nwwsProducts.inc({ outcome: 'part' });
      const body = this.parts.add(text.heading, text.body, this.clock.elapsed());
      if (body === undefined || !mayConcernUs({ text: body })) return undefined;
      return readProduct(product, { ...text, body }, this.feed.upstreamNow());
    }
    if (!mayConcernUs(product)) {
      nwwsProducts.inc({ outcome: 'elsewhere' });
      return undefined;
    }
    if (!text) return { messages: [], endings: [], refusals: ['garbled'] };
    return readProduct(product, text, this.feed.upstreamNow());
  }

  /** Never rejects. */
  private async record(read: ReadProduct, receivedAt: number): Promise<void> {
    for (;;) {
      try {
        const outcomes = await recordNwws(this.dataSource, read, this.feed.upstreamNow(), this.logger);
        for (const outcome of outcomes) nwwsProducts.inc({ outcome });
        if (outcomes.some((outcome) => outcome === 'started' || outcome === 'raised'))
          nwwsSeconds.observe((this.clock.elapsed() - receivedAt) / 1_000);
        return;
      } catch (error) {
        const isAbandoned = this.loop.isStopped || this.clock.elapsed() - receivedAt > retryForMs;
        this.logger[isAbandoned ? 'error' : 'debug']({ err: error }, 'an NWWS-OI product could not be recorded');
        if (isAbandoned) return nwwsProducts.inc({ outcome: 'lost' });
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  private async compare(): Promise<void> {
    await this.feed.refresh();
    const { updatedAt, alerts } = this.feed.known;
    if (updatedAt === undefined || this.feed.isFailing) return;
    const codes = alerts.filter(({ id }) => !isFromNwws(id)).flatMap(({ vtec }) => vtec);
    const listed = new Set(codes.flatMap((code) => parseVtec(code) ?? []).map(vtecName));
    const found = await contradictions(this.dataSource, listed, updatedAt);
    for (const kind of contradictionKinds)
      nwwsContradictions.set({ kind }, found.filter((each) => each.kind === kind).length);
    for (const { name, kind, isNew } of found)
      if (isNew)
        this.logger.warn({ event: name, kind }, 'NWWS-OI and the list have disagreed for more than two minutes');
  }
}
