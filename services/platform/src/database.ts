import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource, DefaultNamingStrategy, type DataSourceOptions, type MixedList } from 'typeorm';
import { metrics } from './metrics.js';
import { WakeRelayAfterCommit } from './outbox-wake.js';

/** How every service speaks to its own schema of the one Postgres. */

const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** camelCase in code, snake_case in SQL, so that nobody ever quotes an identifier by hand. */
class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string): string {
    return customName || snakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}

type EntityClass = abstract new (...values: never[]) => unknown;

export interface DatabaseSettings {
  url: string;
  schema: string;
  applicationName: string;
  poolMax: number;
  /** How long a request waits for a free connection; 1,000 when absent. */
  poolWaitMs?: number;
  entities: EntityClass[];
  /** Migration classes, oldest first. */
  migrations: (new () => object)[];
}

/**
 * Data source options with the house's limits: a statement may take 4 s, a lock 2 s, a free connection 1 s
 * (`docs/architecture.md`, Errors). Whoever waits longer gets UNAVAILABLE and asks again.
 */
export function databaseOptions(settings: DatabaseSettings): DataSourceOptions & { schema: string; url: string } {
  return {
    type: 'postgres',
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
      connectionTimeoutMillis: settings.poolWaitMs ?? 1_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 4_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      options: `-c search_path=${settings.schema}`,
    },
  };
}

/** What is read of pg's pool. */
interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}
const pools = new Set<PoolCounts>();
new Gauge({
  name: 'database_pool_connections',
  help: 'Connections to Postgres in use and idle, and requests that wait for one',
  labelNames: ['state'],
  registers: [metrics],
  collect() {
    const sum = (count: (pool: PoolCounts) => number) => [...pools].reduce((total, pool) => total + count(pool), 0);
    this.set(
      { state: 'used' },
      sum((pool) => pool.totalCount - pool.idleCount),
    );
    this.set(
      { state: 'idle' },
      sum((pool) => pool.idleCount),
    );
    this.set(
      { state: 'waiting' },
      sum((pool) => pool.waitingCount),
    );
  },
});

/** Opens a process's connections to its schema; /metrics tells how they are used. */
export async function openDatabase(settings: DatabaseSettings): Promise<DataSource> {
  const dataSource = await new DataSource(databaseOptions(settings)).initialize();
  const { master } = dataSource.driver as unknown as { master?: PoolCounts };
  if (master) pools.add(master);
  return dataSource;
}

/** A statement that is asked so often that Postgres shall parse and plan it once per connection. */
export interface PreparedStatement {
  /** One of its own within the service. */
  name: string;
  text: string;
}

/** Runs a prepared statement that gives exactly one row, by itself (outside every transaction). */
export async function preparedRow<Row extends object>(
  dataSource: DataSource,
  { name, text }: PreparedStatement,
  values: unknown[] = [],
): Promise<Row> {
  const { master } = dataSource.driver as unknown as { master: Pool };
  const [row] = (await master.query<Row>({ name, text, values })).rows;
  if (!row) throw new Error(`the statement ${name} gave no row`);
  return row;
}

/** An SQL expression: a `timestamptz` as RFC 3339 UTC text. */
export const utcText = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Any number (two services migrate side by side safely: the schema's hash is added). */
const migrationLock = 4_172_017;

/**
 * Brings one schema up to date, as a step of its own before anything starts. Runs under an advisory lock, so that two at
 * once do no harm, with a short lock timeout, so that a busy table is never blocked for long.
 * @returns the names of the migrations that ran.
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
    await runner.query('SET lock_timeout = 60000');
    await runner.query('SELECT pg_advisory_lock($1, hashtext($2))', [migrationLock, settings.schema]);
    await runner.query(`CREATE SCHEMA IF NOT EXISTS ${settings.schema}`);
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    return ran.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await runner.release();
    await dataSource.destroy();
  }
}

/** Dates travel as RFC 3339 text: a `Date` put in a proto string would go out unreadable. */
export const isoDate = {
  to: (value: string | undefined | null) => value,
  from: (value: Date | null) => value?.toISOString() ?? undefined,
};
