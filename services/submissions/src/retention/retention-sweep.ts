import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { keepDeletedDays } from '@site/platform/trash';
import { DataSource } from 'typeorm';
import { addPurgePictureJob } from './purge-picture.job.js';

/**
 * What people wrote is not kept for ever. Messages go after 12 months, and 30 days after somebody deleted them; so long after
 * their rejection or deletion go photos and sponsors, with their pictures. Whoever was named by what went is not named by the
 * audit log any longer. Addresses that nobody confirmed go after 30 days. Tokens outlive the mails that people still have at
 * hand (RFC 8058 asks that an old mail's unsubscribing works).
 */
const expired: { table: string; key: string; keys: string; subject?: true; picture?: 'picture_id' | 'logo_id' }[] = [
  {
    table: 'contact_messages',
    key: 'id',
    keys: `
      SELECT id FROM contact_messages WHERE deleted_at IS NULL AND created_at < now() - interval '12 months'
      UNION ALL
      SELECT id FROM contact_messages WHERE deleted_at < now() - interval '${keepDeletedDays} days'`,
    subject: true,
  },
  { table: 'snapshots', key: 'id', keys: longDeleted('snapshots'), subject: true, picture: 'picture_id' },
  { table: 'sponsors', key: 'id', keys: longDeleted('sponsors'), subject: true, picture: 'logo_id' },
  {
    table: 'newsletter_subscribers',
    key: 'id',
    keys: `SELECT id FROM newsletter_subscribers WHERE state = 'pending' AND signed_up_at < now() - interval '30 days'`,
  },
  {
    table: 'newsletter_tokens',
    key: 'hash',
    keys: `SELECT hash FROM newsletter_tokens WHERE created_at < now() - interval '2 years'`,
  },
];

function longDeleted(table: string): string {
  return `SELECT id FROM ${table} WHERE deleted_at < now() - interval '${keepDeletedDays} days'`;
}

/** Small enough for the time a statement may take. */
const batchSize = 500;

interface Gone {
  key: string;
  picture: string | null;
}

/** Deletes what is past its time. Any number of processes may do so at once. Returns the number of rows deleted. */
export async function sweepRetention(dataSource: DataSource): Promise<number> {
  let deleted = 0;
  for (const what of expired) {
    for (let batch = batchSize; batch === batchSize; deleted += batch) batch = await deleteBatch(dataSource, what);
  }
  return deleted;
}

/** One transaction: what is gone from the table is gone from the log, and its picture's end is written down. */
function deleteBatch(
  dataSource: DataSource,
  { table, key, keys, subject, picture }: (typeof expired)[number],
): Promise<number> {
  return dataSource.transaction(async (manager) => {
    const [gone] = await manager.query<[Gone[], number]>(
      `DELETE FROM ${table} WHERE ${key} IN (${keys} LIMIT ${batchSize})
       RETURNING ${key} AS key, ${picture ?? 'NULL'} AS picture`,
    );
    if (subject && gone.length > 0) {
      await manager.query(`UPDATE audit SET subject_label = '' WHERE subject_id = ANY($1) AND subject_label <> ''`, [
        gone.map((row) => row.key),
      ]);
    }
    for (const row of gone) if (row.picture) await addPurgePictureJob(manager, row.picture);
    return gone.length;
  });
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
