import type { DataSource } from 'typeorm';

/** Empties tables (a list for TRUNCATE), including the append-only audit log, which the tests' role may do. */
export const emptyTables = (dataSource: DataSource, tables: string): Promise<void> =>
  dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(`TRUNCATE ${tables}`);
  });
