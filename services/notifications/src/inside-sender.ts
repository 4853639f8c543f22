import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { DataSource } from 'typeorm';
import type { SendingConfig } from './config.js';
import { startSending, type Sending } from './sending/start-sending.js';

export const SENDING_CONFIG = Symbol('sending configuration');

/** Sends from the server process if there is no separate sender: on a single machine, each process costs memory. */
@Injectable()
export class InsideSender implements OnApplicationBootstrap, OnModuleDestroy {
  private sending: Sending | undefined;

  constructor(
    @Inject(SENDING_CONFIG) private readonly config: SendingConfig,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.sending = await startSending(this.config, this.dataSource, this.logger);
  }

  async onModuleDestroy(): Promise<void> {
    await this.sending?.stop();
  }
}
