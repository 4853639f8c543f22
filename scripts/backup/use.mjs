import { migrationsTable } from './tables.mjs';

/**
 * Tells a freshly migrated installation from a used one. A migration and its line in the table `migrations` belong to one
 * transaction, so the rows that migrations wrote have the `xmin` of a line there (PostgreSQL documentation, "System Columns").
 * Every other row was written by a process that used the installation, or was changed by one.
 */

const quote = (name) => `"${name.replaceAll('"', '""')}"`;

/**
 * Finds the first table with a row that no migration wrote.
 * @param {{schema: string, name: string}[]} tables without the lists of migrations
 * @returns undefined when the installation is freshly migrated
 */
export async function findUse(client, tables) {
  const transactions = await migrationTransactions(client, [...new Set(tables.map(({ schema }) => schema))]);
  for (const table of tables) {
    const { rowCount } = await client.query(
      `SELECT FROM ${quote(table.schema)}.${quote(table.name)} WHERE xmin::text <> ALL($1) LIMIT 1`,
      [transactions],
    );
    if (rowCount > 0) return table;
  }
  return undefined;
}

/** Returns the ids of the transactions that migrated; none when something else wrote the lists of migrations. */
async function migrationTransactions(client, schemas) {
  const ids = [];
  for (const schema of schemas) {
    const { rows } = await client.query(`SELECT xmin::text AS id FROM ${quote(schema)}.${quote(migrationsTable)}`);
    ids.push(...rows.map(({ id }) => id));
  }
  // Each migration has a transaction of its own. A database dump restored in one transaction gives every row the same id, and
  // then nothing shows which rows migrations wrote.
  return new Set(ids).size === ids.length ? ids : [];
}
