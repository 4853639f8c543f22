import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { compose } from 'node:stream';
import { connect, openStore, Refusal } from './find-installation.mjs';
import { letLogsBeFilled, logRestore } from './audit-logs.mjs';
import { objectFile, openedWith, tableFile } from './manifest.mjs';
import {
  advanceSequences,
  emptyTables,
  listMigrations,
  listTables,
  loadTable,
  migrationsTable,
  qualified,
  sumTable,
} from './tables.mjs';

const howToMakeOne =
  'Restore into a new one: empty stores, migrated, no service started (docs/operations/back-up-and-restore.md).';

/**
 * Fills a freshly migrated installation from a verified backup, all rows in one transaction, then compares it with the
 * manifest.
 * @throws Refusal when the installation was used, or its migrations differ from the backup's
 */
export async function fillFrom(
  { databaseUrl, store: storeSettings },
  folder,
  manifest,
  { identity, say = () => {} } = {},
) {
  const opened = openedWith(manifest, identity);
  const store = openStore(storeSettings);
  const client = await connect(databaseUrl);
  try {
    const present = await listMigrations(client);
    for (const [schema, names] of Object.entries(manifest.migrations)) {
      const ours = names.join();
      const theirs = (present[schema] ?? []).join();
      if (ours !== theirs) {
        throw new Refusal(
          `The schema "${schema}" differs from the backup's (there: ${names.at(-1) ?? 'none'}, here: ${present[schema]?.at(-1) ?? 'none'}). ` +
            'Restore with the product version that took the backup, then update.',
        );
      }
    }
    const tables = (await listTables(client)).filter(({ name }) => name !== migrationsTable);
    const byName = new Map(manifest.tables.map((table) => [`${table.schema}.${table.name}`, table]));
    for (const table of tables) {
      if (!byName.has(`${table.schema}.${table.name}`))
        throw new Refusal(`The backup lacks the table ${table.schema}.${table.name}.`);
    }
    const ours = new Set(tables.map(({ schema, name }) => `${schema}.${name}`));
    const unknown = [...byName.keys()].find((name) => !ours.has(name) && !name.endsWith(`.${migrationsTable}`));
    if (unknown) throw new Refusal(`This installation lacks the table ${unknown} of the backup.`);
    const used = await findUse(client, tables);
    if (used)
      throw new Refusal(
        `This installation was used: the table ${used.schema}.${used.name} has rows that no migration wrote. ${howToMakeOne}`,
      );
    await store.ensureBucket();
    const taken = await store.keys();
    if (taken.length > 0)
      throw new Refusal(`This installation was used: its object store has objects (${taken[0]}). ${howToMakeOne}`);

    // Before their rows become readable.
    say(`restoring ${manifest.objects.length} objects`);
    for (const { key, sizeBytes, mediaType } of manifest.objects) {
      const bytes = compose(createReadStream(objectFile(folder, key, manifest)), ...opened());
      await store.write(key, bytes, sizeBytes, mediaType);
    }
    say(`restoring ${manifest.tables.length} tables`);
    await client.query('BEGIN');
    // Entries keep their positions in the chain.
    await letLogsBeFilled(client, true);
    await emptyTables(client, tables);
    for (const table of tables)
      await loadTable(
        client,
        { ...table, columns: byName.get(`${table.schema}.${table.name}`).columns },
        tableFile(folder, table, manifest),
        opened,
      );
    await advanceSequences(client);
    await letLogsBeFilled(client, false);
    await client.query('COMMIT');

    say('comparing');
    const faults = [];
    for (const table of tables) {
      const expected = byName.get(`${table.schema}.${table.name}`);
      const found = await sumTable(client, { ...table, columns: expected.columns, key: expected.key });
      if (found.sha256 !== expected.sha256 || found.rows !== expected.rows)
        faults.push(`The table ${table.schema}.${table.name} differs after the restore.`);
    }
    const { length: restored } = await store.keys();
    if (restored !== manifest.objects.length)
      faults.push(`The restored store has ${restored} objects; the backup has ${manifest.objects.length}.`);
    for (const { key, sha256 } of manifest.objects) {
      const object = await store.read(key);
      const hash = createHash('sha256');
      if (object) for await (const chunk of object.stream) hash.update(chunk);
      if (!object || hash.digest('hex') !== sha256) faults.push(`The object ${key} differs after the restore.`);
    }
    if (faults.length === 0) await logRestore(client, manifest.takenAt);
    return faults;
  } finally {
    await client.end();
  }
}

/**
 * Finds the first table with a row that no migration wrote. A migration and its row in `migrations` share a
 * transaction, so rows written by migrations have the `xmin` of a row there (PostgreSQL documentation, "System
 * Columns").
 * @param {{schema: string, name: string}[]} tables without the `migrations` tables
 * @returns undefined when the installation is freshly migrated
 */
async function findUse(client, tables) {
  const transactions = await migrationTransactions(client, [...new Set(tables.map(({ schema }) => schema))]);
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${qualified(table)} WHERE xmin::text <> ALL($1) LIMIT 1`, [
      transactions,
    ]);
    if (rowCount > 0) return table;
  }
  return undefined;
}

/** Returns transaction IDs; none when something else wrote the `migrations` tables. */
async function migrationTransactions(client, schemas) {
  const ids = [];
  for (const schema of schemas) {
    const { rows } = await client.query(`SELECT xmin::text AS id FROM ${qualified({ schema, name: migrationsTable })}`);
    ids.push(...rows.map(({ id }) => id));
  }
  // A dump restored in one transaction gives every row the same ID.
  return new Set(ids).size === ids.length ? ids : [];
}
