import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import copyStreams from 'pg-copy-streams';
import { Refusal, schemas } from './find-installation.mjs';

/**
 * Tables in Postgres' COPY text format, one compressed file each. Rows are in key order, so that a checksum proves a
 * restored table. No dump program has to match the server's version.
 */

const quote = (name) => `"${name.replaceAll('"', '""')}"`;
export const qualified = ({ schema, name }) => `${quote(schema)}.${quote(name)}`;

export const migrationsTable = 'migrations';

export function hashing() {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, sum: () => ({ sha256: hash.digest('hex'), sizeBytes }) };
}

/**
 * Lists our tables so that each follows those it references. Lists a partitioned table instead of its partitions, whose
 * days differ between installations.
 * @returns {Promise<{schema: string, name: string, columns: string[], key: string[]}[]>}
 */
export async function listTables(client) {
  const { rows: tables } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS name, c.oid::text AS oid,
       ARRAY(SELECT attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped
             AND attgenerated = '' ORDER BY attnum) AS columns,
       ARRAY(SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
             WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY array_position(i.indkey::int2[], a.attnum)) AS key,
       ARRAY(SELECT DISTINCT confrelid::text FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f'
             AND f.confrelid <> c.oid) AS refers_to
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY($1) ORDER BY 1, 2`,
    [schemas],
  );
  const sorted = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const ready = [...left].filter(({ refers_to }) => ![...left].some(({ oid }) => refers_to.includes(oid)));
    if (ready.length === 0) throw new Refusal('The tables reference each other in a circle.');
    for (const table of ready) {
      left.delete(table);
      sorted.push(table);
    }
  }
  return sorted.map(({ schema, name, columns, key }) => ({ schema, name, columns, key }));
}

export const columnList = ({ columns }) => columns.map(quote).join(', ');

function copyOut(client, table) {
  const order = table.key.length > 0 ? table.key : table.columns;
  return client.query(
    copyStreams.to(
      `COPY (SELECT ${columnList(table)} FROM ${qualified(table)} ORDER BY ${order.map(quote).join(', ')}) TO STDOUT`,
    ),
  );
}

/** Encrypts rows with the streams of `sealed()`. Checksum and size are of the rows as read. */
export async function dumpTable(client, table, file, sealed) {
  const { stream, sum } = hashing();
  const rows = copyOut(client, table);
  await pipeline(rows, stream, createGzip({ level: 6 }), ...sealed(), createWriteStream(file, { mode: 0o600 }));
  return { rows: rows.rowCount, ...sum() };
}

/** Returns what `dumpTable` would return, without writing a file. */
export async function sumTable(client, table) {
  const { stream, sum } = hashing();
  const rows = copyOut(client, table);
  await pipeline(rows, stream, new PassThrough().resume());
  return { rows: rows.rowCount, ...sum() };
}

export async function sumDump(file, opened) {
  const { stream, sum } = hashing();
  await pipeline(createReadStream(file), ...opened(), createGunzip(), stream, new PassThrough().resume());
  return sum();
}

export async function loadTable(client, table, file, opened) {
  await pipeline(
    createReadStream(file),
    ...opened(),
    createGunzip(),
    client.query(copyStreams.from(`COPY ${qualified(table)} (${columnList(table)}) FROM STDIN`)),
  );
}

/** Empties referencing tables first. */
export async function emptyTables(client, tables) {
  for (const table of tables.toReversed()) await client.query(`DELETE FROM ${qualified(table)}`);
}

/** Sets every sequence to continue after its column's largest value. */
export async function advanceSequences(client) {
  const { rows } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS name, a.attname AS column, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) AS sequence
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND n.nspname = ANY($1)
       AND pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) IS NOT NULL`,
    [schemas],
  );
  for (const { schema, name, column, sequence } of rows) {
    await client.query(
      `SELECT setval($1, coalesce((SELECT max(${quote(column)}) FROM ${qualified({ schema, name })}), 0) + 1, false)`,
      [sequence],
    );
  }
}

/** Lists migrations, oldest first. */
export async function listMigrations(client) {
  const found = {};
  for (const schema of schemas) {
    const { rows } = await client
      .query(`SELECT name FROM ${qualified({ schema, name: migrationsTable })} ORDER BY id`)
      .catch((error) => {
        if (error.code === '42P01' || error.code === '3F000') return { rows: [] };
        throw error;
      });
    found[schema] = rows.map(({ name }) => name);
  }
  return found;
}
