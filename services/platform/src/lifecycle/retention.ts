/** Deletes rows whose retention period is over, hourly. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER, type Logger } from '../base/injection-tokens.js';
import { audit, clearAuditLabels, retentionItself } from '../data/audit.js';
import { auditHead } from '../data/audit-chain.js';
import { FailedRows, WorkLoop } from '../jobs/work-loop.js';
import { trashRetentionDays } from './trash.js';

export interface RetentionRule {
  table: string;
  /** The table's key; default `id`. */
  key?: string;
  /** SQL condition for expired rows; default: their time in the trash has passed. */
  when?: string;
  /** Whether the audit log labels these rows with a person's name, which goes with them. */
  hasPersonalName?: boolean;
  imageColumn?: string;
  /** Operational data (limits, ledgers), whose deletion isn't audited. */
  passing?: boolean;
}

type OnImageRemoved = (manager: EntityManager, imageId: string) => Promise<void>;

/** Small enough for the statement timeout. */
const batchSize = 500;

/**
 * Deletes expired rows in batches, one transaction each. Safe for concurrent processes. A row that can't be deleted
 * doesn't block others.
 * @param onImageRemoved called in the transaction of a row with a picture
 * @returns the number of rows deleted
 */
export async function purge(
  dataSource: DataSource,
  rules: RetentionRule[],
  { onImageRemoved, rows = new FailedRows('retention') }: { onImageRemoved?: OnImageRemoved; rows?: FailedRows } = {},
): Promise<number> {
  let deleted = 0;
  for (const rule of rules) {
    const { table, key = 'id', when = longDeleted } = rule;
    const keyOf = (row: string) => `${table}:${row}`;
    for (let [found, before] = [batchSize, -1]; found === batchSize && deleted > before;) {
      before = deleted;
      const due = await dataSource.query<{ key: string }[]>(
        `SELECT ${key}::text AS key FROM ${table} WHERE (${when}) AND '${table}:' || ${key}::text <> ALL($1) LIMIT ${batchSize}`,
        [rows.waiting],
      );
      found = due.length;
      await rows.attemptAll(
        due.map((row) => row.key),
        keyOf,
        async (keys) =>
          (deleted += await dataSource.transaction((manager) => purgeRows(manager, rule, { keys, onImageRemoved }))),
      );
    }
  }
  await rows.attempt('addresses of the audit log', () => clearAuditAddresses(dataSource));
  return deleted;
}

/** Clears addresses in the audit log after 90 days. */
async function clearAuditAddresses(dataSource: DataSource): Promise<void> {
  for (let batch = batchSize; batch === batchSize;) {
    const [row] = await dataSource.query<{ forgotten: number }[]>('SELECT audit_expire_addresses() AS forgotten');
    batch = row?.forgotten ?? 0;
  }
}

const longDeleted = `deleted_at < now() - interval '${trashRetentionDays} days'`;

async function purgeRows(
  manager: EntityManager,
  { table, key = 'id', when = longDeleted, hasPersonalName, imageColumn = 'NULL', passing }: RetentionRule,
  { keys, onImageRemoved }: { keys: readonly string[]; onImageRemoved: OnImageRemoved | undefined },
): Promise<number> {
  const [deleted] = await manager.query<[{ key: string; picture: string | null }[], number]>(
    `DELETE FROM ${table} WHERE ${key} IN (
       SELECT ${key} FROM ${table} WHERE ${key} = ANY($1) AND (${when}) FOR UPDATE SKIP LOCKED)
     RETURNING ${key} AS key, ${imageColumn} AS picture`,
    [keys],
  );
  if (hasPersonalName && deleted.length > 0) {
    await clearAuditLabels(
      manager,
      deleted.map((row) => row.key),
    );
  }
  if (deleted.length > 0 && !passing)
    await audit(
      manager,
      retentionItself,
      'retention.purge',
      table,
      '',
      deleted.length === 1 ? '1 row' : `${deleted.length} rows`,
    );
  for (const { picture } of deleted) if (picture) await onImageRemoved?.(manager, picture);
  return deleted.length;
}

/** Removes the service's expired rows; returns their number. */
export type Sweep = (dataSource: DataSource, rows?: FailedRows) => Promise<number>;
export const SWEEP = Symbol('sweep');

const intervalMs = 3_600_000;
const firstAfterMs = 60_000;

/** Sweeps a minute after the start, then hourly, and logs the head of the audit log. */
@Injectable()
export class RetentionSweep implements OnModuleInit, OnModuleDestroy {
  private readonly loop: WorkLoop;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SWEEP) private readonly sweep: Sweep,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new WorkLoop({
      name: 'retention',
      logger,
      intervalMs,
      firstAfterMs,
      runOnce: (rows) => this.run(rows),
    });
  }

  onModuleInit(): void {
    void this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  private async run(rows: FailedRows): Promise<void> {
    const deleted = await this.sweep(this.dataSource, rows);
    this.logger.info({ deleted }, 'purged expired rows');
    // Recorded to reveal later truncation (verify-log --anchor).
    const head = await auditHead((statement) => this.dataSource.query(statement));
    this.logger.info({ anchor: `${head.number}:${head.hash}` }, 'the end of the audit log');
  }
}
