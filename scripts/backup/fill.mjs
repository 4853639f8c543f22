import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { compose } from 'node:stream';
import { connect, filledByMigrations, openStore, Refusal } from './installation.mjs';
import { letLogsBeFilled, logRestore } from './logs.mjs';
import { objectFile, openedWith, tableFile } from './manifest.mjs';
import {
  advanceSequences,
  isEmpty,
  listMigrations,
  listTables,
  loadTable,
  migrationsTable,
  sumTable,
} from './tables.mjs';

/**
 * Fills an empty system from a verified backup, all rows in one transaction, then proves it: every table and every object is
 * read back and compared with the manifest.
 * @throws Refusal when the system is not empty, or was made by other migrations than the backup
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
      const [ours, theirs] = [names.join(), (present[schema] ?? []).join()];
      if (ours !== theirs) {
        throw new Refusal(
          `The schema "${schema}" is not the one of the backup (there: ${names.at(-1) ?? 'none'}, here: ${present[schema]?.at(-1) ?? 'none'}). ` +
            'Restore with the version of the product that took the backup, then update.',
        );
      }
    }
    const tables = (await listTables(client)).filter(({ name }) => name !== migrationsTable);
    const byName = new Map(manifest.tables.map((table) => [`${table.schema}.${table.name}`, table]));
    for (const table of tables) {
      if (!byName.has(`${table.schema}.${table.name}`))
        throw new Refusal(`The backup lacks the table ${table.schema}.${table.name}.`);
      if (!filledByMigrations.includes(`${table.schema}.${table.name}`) && !(await isEmpty(client, table))) {
        throw new Refusal(
          `The table ${table.schema}.${table.name} is not empty. Restore into a system that was never used.`,
        );
      }
    }
    await store.ensureBucket();
    const taken = await store.keys();
    if (taken.length > 0) throw new Refusal(`The object store is not empty (${taken[0]}).`);

    // Objects first: whoever reads a row finds its picture.
    say(`putting back ${manifest.objects.length} objects`);
    for (const { key, sizeBytes, mediaType } of manifest.objects) {
      const bytes = compose(createReadStream(objectFile(folder, key, manifest)), ...opened());
      await store.write(key, bytes, sizeBytes, mediaType);
    }
    say(`putting back ${manifest.tables.length} tables`);
    await client.query('BEGIN');
    for (const name of filledByMigrations) await client.query(`DELETE FROM ${name}`);
    // The entries come back with the places that they have in their chain.
    await letLogsBeFilled(client, true);
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
      if (found.sha256 !== expected.sha256) faults.push(`The table ${table.schema}.${table.name} came back different.`);
    }
    for (const { key, sha256 } of manifest.objects) {
      const object = await store.read(key);
      const hash = createHash('sha256');
      if (object) for await (const chunk of object.stream) hash.update(chunk);
      if (!object || hash.digest('hex') !== sha256) faults.push(`The object ${key} came back different.`);
    }
    if (faults.length === 0) await logRestore(client, manifest.takenAt);
    return faults;
  } finally {
    await client.end();
  }
}
