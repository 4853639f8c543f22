import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER, type Logger } from '../base/tokens.js';
import { audit, forgetLabels, retentionItself } from '../data/audit.js';
import { auditHead } from '../data/audit-chain.js';
import { keepDeletedDays } from './trash.js';

/** Rows that are not kept forever. */
export interface RetentionRule {
  table: string;
  /** The table's key; `id` when absent. */
  key?: string;
  /** SQL condition that holds for a row past its time. When absent: the trash has let go of it. */
  when?: string;
  /** The audit log calls these rows by somebody's name, which goes with them. */
  namesPerson?: boolean;
  /** The column that refers to the row's picture. */
  pictureColumn?: string;
  /** What goes is a trace of work (limits, ledgers), which the audit log need not tell. */
  passing?: boolean;
}

type PictureGone = (manager: EntityManager, pictureId: string) => Promise<void>;

/** Small enough for the time a statement may take. */
const batchSize = 500;

/**
 * Deletes what is past its time, in as many transactions as it takes. Any number of processes may do so at once.
 * @param pictureGone called in the transaction that deletes a row with a picture
 * @returns the number of rows deleted
 */
export async function purge(
  dataSource: DataSource,
  rules: RetentionRule[],
  pictureGone?: PictureGone,
): Promise<number> {
  let deleted = 0;
  for (const rule of rules) {
    for (let batch = batchSize; batch === batchSize; deleted += batch)
      batch = await dataSource.transaction((manager) => purgeBatch(manager, rule, pictureGone));
  }
  await forgetAuditAddresses(dataSource);
  return deleted;
}

/** The audit log forgets addresses after 90 days; its entries stay. */
async function forgetAuditAddresses(dataSource: DataSource): Promise<void> {
  for (let batch = batchSize; batch === batchSize;) {
    const [row] = await dataSource.query<{ forgotten: number }[]>('SELECT audit_expire_addresses() AS forgotten');
    batch = row?.forgotten ?? 0;
  }
}

const longDeleted = `deleted_at < now() - interval '${keepDeletedDays} days'`;

async function purgeBatch(
  manager: EntityManager,
  { table, key = 'id', when = longDeleted, namesPerson, pictureColumn = 'NULL', passing }: RetentionRule,
  pictureGone: PictureGone | undefined,
): Promise<number> {
  const [gone] = await manager.query<[{ key: string; picture: string | null }[], number]>(
    `DELETE FROM ${table} WHERE ${key} IN (
       SELECT ${key} FROM ${table} WHERE ${when} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
     RETURNING ${key} AS key, ${pictureColumn} AS picture`,
  );
  if (namesPerson && gone.length > 0) {
    await forgetLabels(
      manager,
      gone.map((row) => row.key),
    );
  }
  if (gone.length > 0 && !passing)
    await audit(
      manager,
      retentionItself,
      'retention.purge',
      table,
      '',
      gone.length === 1 ? '1 row' : `${gone.length} rows`,
    );
  for (const { picture } of gone) if (picture) await pictureGone?.(manager, picture);
  return gone.length;
}

/** Removes what the service need not keep any longer; returns the number of rows. */
export type Sweep = (dataSource: DataSource) => Promise<number>;
export const SWEEP = Symbol('sweep');

const everyMs = 3_600_000;
const firstAfterMs = 60_000;

/** Runs the service's sweep every hour, for as long as the service runs. */
@Injectable()
export class RetentionSweep implements OnModuleInit, OnModuleDestroy {
  private timers: NodeJS.Timeout[] = [];
  private sweeping: Promise<void> | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SWEEP) private readonly sweep: Sweep,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    this.timers = [setTimeout(() => this.run(), firstAfterMs), setInterval(() => this.run(), everyMs)];
  }

  private run(): void {
    this.sweeping = this.sweep(this.dataSource).then(
      async (deleted) => {
        this.logger.info({ deleted }, 'purged what is past its time');
        // Where logs are kept apart, this shows later whether entries were cut off (verify-log --anchor).
        const head = await auditHead((statement) => this.dataSource.query(statement));
        this.logger.info({ anchor: `${head.number}:${head.hash}` }, 'the end of the audit log');
      },
      (error: unknown) => this.logger.warn({ err: error }, 'what is past its time could not be purged'),
    );
  }

  async onModuleDestroy() {
    for (const timer of this.timers) clearTimeout(timer);
    await this.sweeping;
  }
}
