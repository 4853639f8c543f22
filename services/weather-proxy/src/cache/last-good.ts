import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn, type DataSource, type EntityManager } from 'typeorm';

/** A provider's last valid response, for restarts and outages. */
@Entity('last_good')
export class LastGood {
  /** The request and the shape's version: "forecast/2/34.76,-92.28". */
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') body!: unknown;
  @Column('timestamptz', { transformer: isoDate }) fetchedAt!: string;
}

/** Returns a value from after `since`; times are milliseconds since 1970 UTC. */
export async function readLastGood<Value>(
  dataSource: DataSource,
  key: string,
  since: number,
): Promise<{ value: Value; fetchedAt: number } | undefined> {
  const row = await dataSource.manager
    .createQueryBuilder(LastGood, 'row')
    .where('row.key = :key AND row.fetched_at > :since', { key, since: new Date(since) })
    .getOne();
  return row ? { value: row.body as Value, fetchedAt: Date.parse(row.fetchedAt) } : undefined;
}

/** When the provider sent each value, milliseconds since 1970 UTC, without missing keys. */
export async function lastGoodTimes(manager: EntityManager, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await manager.query<{ key: string; fetched_at: Date }[]>(
    'SELECT key, fetched_at FROM last_good WHERE key = ANY($1)',
    [keys],
  );
  return new Map(rows.map((row) => [row.key, row.fetched_at.getTime()]));
}

/** Never replaces another process's newer value, except one dated in the future by a wrong clock. */
export async function saveLastGood(
  manager: EntityManager,
  key: string,
  body: object,
  fetchedAt: number,
): Promise<void> {
  await manager.query(
    `INSERT INTO last_good (key, body, fetched_at) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET body = excluded.body, fetched_at = excluded.fetched_at
     WHERE last_good.fetched_at <= excluded.fetched_at OR last_good.fetched_at > now() + interval '1 minute'`,
    [key, JSON.stringify(body), new Date(fetchedAt)],
  );
}

/** Removes the values of a key prefix that were fetched before `cutoff`. */
export async function removeOlderThan(manager: EntityManager, prefix: string, cutoff: Date): Promise<void> {
  await manager.query('DELETE FROM last_good WHERE key LIKE $1 AND fetched_at < $2', [`${prefix}%`, cutoff]);
}
