import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { addPlacePictureJob } from '@site/platform/pictures';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { keepDeletedDays } from '@site/platform/trash';
import { DataSource } from 'typeorm';
import { allKinds, type ContentKind } from '../kinds.js';
import { unusedPictures } from '../pictures/picture-use.js';

/**
 * What was deleted can be restored for 30 days; then the row goes, and a job removes its picture with all objects. A person
 * who was on the team is not named by the audit log any longer, either. A picture that never came out of processing and that
 * nothing refers to goes as well; nobody waits for its upload any more.
 */

/** Small enough for the time a statement may take. */
const batchSize = 500;

/** Purges what is past its time. Any number of processes may do so at once. Returns the number of rows deleted. */
export async function sweepRetention(dataSource: DataSource): Promise<number> {
  let deleted = 0;
  for (const kind of allKinds) {
    for (let batch = batchSize; batch === batchSize; deleted += batch) batch = await purgeBatch(dataSource, kind);
  }
  const [, stuck] = await dataSource.query<[unknown, number]>(
    `DELETE FROM pictures WHERE state = 'processing' AND created_at < now() - interval '${keepDeletedDays} days'
     AND ${unusedPictures}`,
  );
  return deleted + stuck;
}

/** One transaction: with the row goes the last reference to its picture, and the picture's end is written down. */
function purgeBatch(dataSource: DataSource, { table, pictureColumn, isPerson }: ContentKind): Promise<number> {
  return dataSource.transaction(async (manager) => {
    const [gone] = await manager.query<[{ id: string; picture: string | null }[], number]>(
      `DELETE FROM ${table} WHERE id IN (
         SELECT id FROM ${table} WHERE deleted_at < now() - interval '${keepDeletedDays} days'
         ORDER BY deleted_at, id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
       RETURNING id, ${pictureColumn ?? 'NULL'} AS picture`,
    );
    if (isPerson && gone.length > 0) {
      await manager.query(`UPDATE audit SET subject_label = '' WHERE subject_id = ANY($1) AND subject_label <> ''`, [
        gone.map(({ id }) => id),
      ]);
    }
    for (const { picture } of gone) if (picture) await addPlacePictureJob(manager, picture);
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
      (deleted) => this.logger.info({ deleted }, 'purged what is past its time'),
      (error: unknown) => this.logger.warn({ err: error }, 'what is past its time could not be purged'),
    );
  }

  async onModuleDestroy() {
    clearTimeout(this.first);
    clearInterval(this.timer);
    await this.sweeping;
  }
}
