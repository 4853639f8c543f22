/** Age of the oldest unsent mail, for monitoring. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { metrics } from '@site/platform/base/metrics';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

const responseTimeoutMs = 2_000;
const measured = new Set<MailQueueAge>();

new Gauge({
  name: 'mail_oldest_unsent_seconds',
  help: 'Age of the oldest unsent mail, excluding newsletters',
  registers: [metrics],
  async collect() {
    this.reset();
    for (const age of measured) {
      // A scrape must not fail because a database is down.
      const seconds = await withDeadline(age.seconds(), responseTimeoutMs).catch(() => undefined);
      if (seconds !== undefined) this.set(seconds);
    }
  },
});

/**
 * Age of this service's oldest unsent mail: confirmations, outcomes and replies. Excludes newsletters, which normally
 * take long, given-up mails, which `queue_jobs{state="failed"}` counts, and mails that a server refused and may still
 * accept.
 */
@Injectable()
export class MailQueueAge implements OnModuleInit, OnModuleDestroy {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Returns 0 if no mail is waiting. */
  async seconds(): Promise<number> {
    const [row] = await this.dataSource.query<[{ seconds: number } | undefined]>(
      `SELECT greatest(0, extract(epoch FROM now() - created_at))::integer AS seconds FROM outbox
       WHERE processed_at IS NULL AND failed_at IS NULL AND queue = 'mail'
         AND NOT EXISTS (SELECT FROM mail_rejections WHERE outbox_id = outbox.id)
       ORDER BY id LIMIT 1`,
    );
    return row?.seconds ?? 0;
  }

  onModuleInit(): void {
    measured.add(this);
  }

  onModuleDestroy(): void {
    measured.delete(this);
  }
}
