import { pipeline } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import { schemas } from '../backup/installation.mjs';
import { advanceSequences, listTables, migrationsTable, sumTable } from '../backup/tables.mjs';

const quote = (name) => `"${name.replaceAll('"', '""')}"`;
const nameOf = ({ schema, name }) => `${quote(schema)}.${quote(name)}`;

/** Lists our tables. A partitioned one stands for its partitions, whose days differ between two databases. */
async function tablesOf(client) {
  const tables = (await listTables(client)).filter(({ name }) => name !== migrationsTable);
  const { rows: partitions } = await client.query(
    `SELECT n.nspname AS schema, parent.relname AS parent, part.relname AS name
     FROM pg_inherits JOIN pg_class parent ON parent.oid = inhparent JOIN pg_class part ON part.oid = inhrelid
     JOIN pg_namespace n ON n.oid = parent.relnamespace WHERE parent.relkind = 'p' AND n.nspname = ANY($1)`,
    [schemas],
  );
  const parentOf = new Map(partitions.map((partition) => [nameOf(partition), partition.parent]));
  const whole = tables.map((table) => ({ ...table, name: parentOf.get(nameOf(table)) ?? table.name }));
  return [...new Map(whole.map((table) => [nameOf(table), table])).values()];
}

/**
 * Copies every row of our tables between two databases with the same migrations, in one transaction, and compares them.
 * @param from a client of the database with the data
 * @param to a superuser's client of the other, whose rows are replaced
 * @throws when a table came out different
 */
export async function copyTables(from, to) {
  const tables = await tablesOf(from);
  let rows = 0;
  await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await to.query('BEGIN');
  // Rows keep their places in the audit chains: no trigger or foreign key touches them on the way.
  await to.query("SET LOCAL session_replication_role = 'replica'");
  await to.query(`TRUNCATE ${tables.map(nameOf).join(', ')}`);
  for (const table of tables) {
    const columns = table.columns.map(quote).join(', ');
    const source = from.query(copyStreams.to(`COPY (SELECT ${columns} FROM ${nameOf(table)}) TO STDOUT`));
    await pipeline(source, to.query(copyStreams.from(`COPY ${nameOf(table)} (${columns}) FROM STDIN`)));
  }
  await advanceSequences(to);
  for (const table of tables) {
    const [theirs, ours] = await Promise.all([sumTable(from, table), sumTable(to, table)]);
    if (theirs.sha256 !== ours.sha256) throw new Error(`The table ${nameOf(table)} came out different.`);
    rows += ours.rows;
  }
  await to.query('COMMIT');
  await from.query('COMMIT');
  return { tables: tables.length, rows };
}
