import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { DataSource } from 'typeorm';

/**
 * What people wrote is not kept for ever. Messages go after 12 months, and 30 days after somebody deleted them; addresses
 * that nobody confirmed go after 30 days. Tokens outlive the mails that people still have at hand (RFC 8058 asks that an old
 * mail's unsubscribing works).
 */
const expired: Record<string, string> = {
  contact_messages: `
    SELECT id FROM contact_messages WHERE deleted_at IS NULL AND created_at < now() - interval '12 months'
    UNION ALL
    SELECT id FROM contact_messages WHERE deleted_at < now() - interval '30 days'`,
  newsletter_subscribers: `
    SELECT id FROM newsletter_subscribers WHERE state = 'pending' AND signed_up_at < now() - interval '30 days'`,
  newsletter_tokens: `SELECT hash FROM newsletter_tokens WHERE created_at < now() - interval '2 years'`,
};
const keyOf: Record<string, string> = { newsletter_tokens: 'hash' };

/** Small enough for the time a statement may take. */
const batchSize = 1_000;

/** Deletes what is past its time. Any number of processes may do so at once. Returns the number of rows deleted. */
export async function sweepRetention(dataSource: DataSource): Promise<number> {
  let deleted = 0;
  for (const [table, keys] of Object.entries(expired)) {
    for (let batch = batchSize; batch === batchSize; deleted += batch) {
      [, batch] = await dataSource.query<[unknown, number]>(
        `DELETE FROM ${table} WHERE ${keyOf[table] ?? 'id'} IN (${keys} LIMIT ${batchSize})`,
      );
    }
  }
  return deleted;
}

const sweepEveryMs = 3_600_000;
const firstSweepAfterMs = 60_000;

/** Sweeps every hour, for as long as the service runs. */
@Injectable()
export class RetentionSweep implements OnModuleInit, OnModuleDestroy {
  private first: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    this.first = setTimeout(() => this.sweep(), firstSweepAfterMs);
    this.timer = setInterval(() => this.sweep(), sweepEveryMs);
  }

  private sweep(): void {
    this.sweeping = sweepRetention(this.dataSource).then(
      (deleted) => this.logger.info({ deleted }, 'swept what is past its time'),
      (error: unknown) => this.logger.warn({ err: error }, 'what is past its time could not be swept'),
    );
  }

  async onModuleDestroy() {
    clearTimeout(this.first);
    clearInterval(this.timer);
    await this.sweeping;
  }
}
