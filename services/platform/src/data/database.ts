/** Connections to Postgres: pool limits, naming, prepared statements, readiness and migrations. */
import { setTimeout as pause } from 'node:timers/promises';
import pg, { type Pool, type PoolClient } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource, DefaultNamingStrategy, type DataSourceOptions, type MixedList, type QueryRunner } from 'typeorm';
import { metrics } from '../base/metrics.js';
import { nameDependency } from '../base/outage-log.js';
import type { ReadinessCheck } from '../base/probes.js';
import { withholdAuditRights } from './audit-tables.js';
import { isListening } from './listener.js';
import { WakeRelayAfterCommit } from './outbox-wake.js';

/** Converts a property's name to its column's: "createdAt" to "created_at". */
export const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Maps camelCase to snake_case, so that identifiers never need quotes. */
class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string): string {
    return customName || snakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}

type EntityClass = abstract new (...values: never[]) => unknown;

export interface DatabaseWaits {
  /** Milliseconds to wait for a free connection; default 1,000. */
  connectionMs?: number;
  /** For a lock; default 2,000. */
  lockMs?: number;
  /** For a statement's result; default 4,000. */
  statementMs?: number;
}

export interface DatabaseSettings {
  url: string;
  schema: string;
  applicationName: string;
  poolMax: number;
  /** Idle connections to keep open; default 0. */
  poolMin?: number;
  waits?: DatabaseWaits;
  entities: EntityClass[];
  /** Ordered by the time in their names. */
  migrations: (new () => object)[];
}

/** Settings that are the same in every environment. */
export type DatabaseContents = Omit<DatabaseSettings, 'url' | 'poolMax' | 'poolMin' | 'waits'>;

/** `poolMin` of a service with requests: on a busy machine, connecting takes longer than requests wait. */
export const minPoolSize = 2;

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: boolean) => void) => void;

const timedOut = /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect)$/;

/** pg's pool with one retry if connecting times out, which is safe because nothing has been sent. */
class RetryingPool extends pg.Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection')))),
      );
    // In a full pool, waiting longer would only lengthen the queue.
    const hadCapacity = this.totalCount < this.options.max;
    super.connect((error, client, done) => {
      if (hadCapacity && error && timedOut.test(error.message)) super.connect(callback);
      else callback(error, client, done);
    });
  }
}

/**
 * Returns data source options with our limits (`docs/architecture.md`, Errors): connecting may take its limit twice.
 * After that the caller gets UNAVAILABLE and retries.
 */
export function databaseOptions(settings: DatabaseSettings): DataSourceOptions & { schema: string; url: string } {
  return {
    type: 'postgres',
    driver: { ...pg, Pool: RetryingPool },
    url: settings.url,
    schema: settings.schema,
    applicationName: settings.applicationName,
    entities: settings.entities as unknown as MixedList<() => void>,
    migrations: settings.migrations as unknown as MixedList<() => void>,
    namingStrategy: new SnakeCaseNames(),
    subscribers: [WakeRelayAfterCommit],
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    logging: false,
    extra: {
      max: settings.poolMax,
      min: Math.min(settings.poolMin ?? 0, settings.poolMax),
      // Middleboxes may drop idle connections.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      connectionTimeoutMillis: settings.waits?.connectionMs ?? 1_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: settings.waits?.statementMs ?? 4_000,
      lock_timeout: settings.waits?.lockMs ?? 2_000,
      idle_in_transaction_session_timeout: 10_000,
      options: `-c search_path=${settings.schema}`,
    },
  };
}

interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}
const pools = new Set<PoolCounts>();
new Gauge({
  name: 'database_pool_connections',
  help: 'Postgres connections in use and idle, and requests waiting for one',
  labelNames: ['state'],
  registers: [metrics],
  collect() {
    const counts: Record<string, (pool: PoolCounts) => number> = {
      used: (pool) => pool.totalCount - pool.idleCount,
      idle: (pool) => pool.idleCount,
      waiting: (pool) => pool.waitingCount,
    };
    for (const [state, count] of Object.entries(counts))
      this.set(
        { state },
        [...pools].reduce((sum, pool) => sum + count(pool), 0),
      );
  },
});

/** The database accepted a role that we must not use; retrying won't help. */
export class ForbiddenRoleError extends Error {}

/** @throws ForbiddenRoleError for a superuser, because a bug in one service would then expose all */
async function rejectSuperuser(dataSource: DataSource): Promise<void> {
  const [us] = await dataSource.query<[{ name: string; is_superuser: boolean }]>(
    'SELECT rolname AS name, rolsuper AS is_superuser FROM pg_roles WHERE rolname = current_user',
  );
  if (!us.is_superuser) return;
  throw new ForbiddenRoleError(
    `DATABASE_URL: the role "${us.name}" is a superuser, which production refuses; give this process a separate role`,
  );
}

/**
 * Opens a process's connections to its schema and measures their use.
 * @throws ForbiddenRoleError in production for a superuser role
 */
export async function openDatabase(settings: DatabaseSettings): Promise<DataSource> {
  nameDependency(settings.url, 'postgres', 5432);
  const dataSource = await new DataSource(databaseOptions(settings)).initialize();
  if (process.env['NODE_ENV'] === 'production')
    await rejectSuperuser(dataSource).catch(async (error: unknown) => {
      await dataSource.destroy();
      throw error;
    });
  const { master } = dataSource.driver as unknown as { master: Pool };
  pools.add(master);
  const warm = await Promise.all(Array.from({ length: settings.poolMin ?? 0 }, () => master.connect()));
  for (const client of warm) client.release();
  return dataSource;
}

const provenForMs = 10_000;

/**
 * Readiness check. While the process listens to notices, a result stays valid for 10 s, because a server stop or crash
 * ends that connection.
 */
export function checkDatabase(dataSource: DataSource): ReadinessCheck {
  let provenAt = -Infinity;
  return async () => {
    if (isListening(dataSource) && performance.now() - provenAt < provenForMs) return;
    provenAt = -Infinity;
    await dataSource.query('SELECT 1');
    provenAt = performance.now();
  };
}

/** Parsed and planned once per connection. */
export interface PreparedStatement {
  /** Unique within the service. */
  name: string;
  text: string;
}

/** Runs a prepared statement that returns exactly one row, outside any transaction. */
export async function preparedRow<Row extends object>(
  dataSource: DataSource,
  { name, text }: PreparedStatement,
  values: unknown[] = [],
): Promise<Row> {
  const { master } = dataSource.driver as unknown as { master: Pool };
  const [row] = (await master.query<Row>({ name, text, values })).rows;
  if (!row) throw new Error(`the statement ${name} returned no row`);
  return row;
}

/** Returns SQL that formats a `timestamptz` as RFC 3339 UTC text. */
export const utcText = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Arbitrary. The lock includes the schema's hash, so that services can migrate in parallel. */
const migrationLock = 4_172_017;
const lockWaitMs = 60_000;

/**
 * Takes a schema's migration lock by polling. A blocked session would hold a snapshot, which a concurrent index
 * creation in a migration waits for.
 * @throws Error after a minute
 */
async function takeMigrationLock(runner: QueryRunner, schema: string): Promise<void> {
  for (const until = performance.now() + lockWaitMs; ;) {
    const [{ taken }] = (await runner.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken', [
      migrationLock,
      schema,
    ])) as [{ taken: boolean }];
    if (taken) return;
    if (performance.now() > until) throw new Error(`another process is migrating the schema ${schema}`);
    await pause(100);
  }
}

/** The time in the names of the migrations that created version 1.0 (`Baseline1800000000000`). */
const baselineTime = 1_800_000_000_000;

/** @throws Error for a schema from before version 1.0, which no migration upgrades */
async function rejectOldSchema(runner: QueryRunner, { schema, migrations }: DatabaseSettings): Promise<void> {
  const [{ exists }] = (await runner.query(`SELECT to_regclass('migrations') IS NOT NULL AS exists`)) as [
    { exists: boolean },
  ];
  if (!exists) return;
  const old = (await runner.query('SELECT name FROM migrations WHERE timestamp < $1 AND name <> ALL($2)', [
    baselineTime,
    migrations.map(({ name }) => name),
  ])) as unknown[];
  if (old.length > 0)
    throw new Error(`the schema ${schema} was made before version 1.0 and can't be upgraded: use an empty database`);
}

/**
 * Migrates a schema. An advisory lock serializes concurrent runs; a short lock timeout keeps migrations from blocking a
 * busy table.
 * @returns the names of the migrations that ran
 * @throws Error for a schema from before version 1.0
 */
export async function migrate(settings: DatabaseSettings): Promise<string[]> {
  const options = databaseOptions({ ...settings, applicationName: `${settings.applicationName}-migrate`, poolMax: 2 });
  const dataSource = new DataSource({
    ...options,
    extra: {
      ...(options.extra as object),
      statement_timeout: 60_000,
      lock_timeout: 2_000,
      connectionTimeoutMillis: 10_000,
    },
  });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await takeMigrationLock(runner, settings.schema);
    await runner.query(`CREATE SCHEMA IF NOT EXISTS ${settings.schema}`);
    await rejectOldSchema(runner, settings);
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    await withholdAuditRights(runner);
    return ran.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await runner.release();
    await dataSource.destroy();
  }
}

/** Dates as RFC 3339 text: a `Date` in a proto string would be unreadable. */
export const isoDate = {
  to: (value: string | undefined | null) => value,
  from: (value: Date | null) => value?.toISOString() ?? undefined,
};

/** Column options of a time with milliseconds. */
export const time = { type: 'timestamptz', precision: 3, transformer: isoDate } as const;
