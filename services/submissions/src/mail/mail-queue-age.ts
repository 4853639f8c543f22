/** Age of the oldest unsent mail, for monitoring. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { measureAtScrape } from '@site/platform/base/metrics';
import { DataSource } from 'typeorm';

const measure = measureAtScrape(
  { mail_oldest_unsent_seconds: { help: 'Age of the oldest unsent mail, excluding newsletters' } },
  async (age: MailQueueAge) => ({ mail_oldest_unsent_seconds: await age.seconds() }),
);

/**
 * Age of this service's oldest unsent mail: confirmations, outcomes and replies. Excludes newsletters, which normally
 * take long, given-up mails, which `queue_jobs{state="failed"}` counts, and mails that a server refused and may still
 * accept.
 */
@Injectable()
export class MailQueueAge implements OnModuleInit, OnModuleDestroy {
  private stopMeasuring = () => {};

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
    this.stopMeasuring = measure(this);
  }

  onModuleDestroy(): void {
    this.stopMeasuring();
  }
}
