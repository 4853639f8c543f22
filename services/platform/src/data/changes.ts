/**
 * Change notices: on commit, Postgres notifies every process of the service, and they notify the gateways over
 * `WatchChanges`. If a notice is lost, the gateways' cache TTL limits the delay.
 */
import { Controller, Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ChangesServiceControllerMethods,
  type ChangesServiceController,
  type WatchChangesResponse,
} from '@site/proto/gen/nest/changes/v1/changes';
import { Observable, Subject } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER, type Logger } from '../base/injection-tokens.js';
import { channelOf, Listener } from './listener.js';

/** Announces on commit that `topic` (or only its `id`) changed. */
export async function announce(manager: EntityManager, topic: string, id?: string): Promise<void> {
  await manager.query('SELECT pg_notify($1, $2)', [
    channelOf(manager.connection, 'changes'),
    JSON.stringify({ topic, id }),
  ]);
}

/** Receives this service's notices; after a reconnection it emits "*", because notices may have been lost. */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnModuleDestroy {
  private readonly subject = new Subject<WatchChangesResponse>();
  readonly notices: Observable<WatchChangesResponse> = this.subject.asObservable();
  private readonly listener: Listener;

  constructor(@Inject(DataSource) dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    this.listener = new Listener(dataSource, [channelOf(dataSource, 'changes')], {
      onNotice: (_channel, payload) => this.subject.next(JSON.parse(payload) as WatchChangesResponse),
      onConnected: () => this.subject.next({ topic: '*' }),
      onError: (error) => logger.warn({ err: error }, 'the change feed lost its connection'),
    });
  }

  async onModuleInit() {
    await this.listener.start();
  }

  /** Ends all open streams; streams opened later end after their first notice. */
  end(): void {
    this.subject.complete();
  }

  async onModuleDestroy() {
    this.end();
    await this.listener.stop();
  }
}

/** Streams the notices to the gateways. */
@Controller()
@ChangesServiceControllerMethods()
export class ChangesController implements ChangesServiceController {
  constructor(@Inject(ChangeFeed) private readonly feed: ChangeFeed) {}

  watchChanges(): Observable<WatchChangesResponse> {
    // The gateway is connected; all its cached data may be stale.
    return new Observable((subscriber) => {
      subscriber.next({ topic: '*' });
      return this.feed.notices.subscribe(subscriber);
    });
  }
}
