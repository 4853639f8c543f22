import { pipeline } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import { advanceSequences, columnList, listTables, migrationsTable, qualified, sumTable } from './tables.mjs';

/**
 * Copies every row of our tables between two databases with the same migrations, in one transaction, and compares them.
 * @param from a client of the source database
 * @param to a superuser's client of the target database, whose rows are replaced
 * @throws when a table differs afterwards
 */
export async function copyTables(from, to) {
  const tables = (await listTables(from)).filter(({ name }) => name !== migrationsTable);
  let rows = 0;
  await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await to.query('BEGIN');
  // Disables triggers and foreign keys, so that rows keep their positions in the audit chains.
  await to.query("SET LOCAL session_replication_role = 'replica'");
  await to.query(`TRUNCATE ${tables.map(qualified).join(', ')}`);
  for (const table of tables) {
    const columns = columnList(table);
    const source = from.query(copyStreams.to(`COPY (SELECT ${columns} FROM ${qualified(table)}) TO STDOUT`));
    await pipeline(source, to.query(copyStreams.from(`COPY ${qualified(table)} (${columns}) FROM STDIN`)));
  }
  await advanceSequences(to);
  for (const table of tables) {
    const [theirs, ours] = await Promise.all([sumTable(from, table), sumTable(to, table)]);
    if (theirs.sha256 !== ours.sha256) throw new Error(`The table ${qualified(table)} differs after copying.`);
    rows += ours.rows;
  }
  await to.query('COMMIT');
  await from.query('COMMIT');
  return { tables: tables.length, rows };
}
