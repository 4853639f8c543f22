import { migrationsTable } from './tables.mjs';

/**
 * Distinguishes a freshly migrated installation from a used one. A migration and its row in `migrations` share a
 * transaction, so rows written by migrations have the `xmin` of a row there (PostgreSQL documentation, "System
 * Columns"). All other rows come from use.
 */

const quote = (name) => `"${name.replaceAll('"', '""')}"`;

/**
 * Finds the first table with a row that no migration wrote.
 * @param {{schema: string, name: string}[]} tables without the `migrations` tables
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

/** Returns the IDs of the migration transactions; none when something else wrote the `migrations` tables. */
async function migrationTransactions(client, schemas) {
  const ids = [];
  for (const schema of schemas) {
    const { rows } = await client.query(`SELECT xmin::text AS id FROM ${quote(schema)}.${quote(migrationsTable)}`);
    ids.push(...rows.map(({ id }) => id));
  }
  // Each migration has a separate transaction. Restoring a database dump in one transaction gives every row the same
  // ID, which hides the rows that migrations wrote.
  return new Set(ids).size === ids.length ? ids : [];
}
