/**
 * Exits when the database has every migration of the service in the working directory, so that no pod runs with an
 * older schema. Queries the database, and so needs no permissions in the cluster. Gives up after ten minutes;
 * Kubernetes then restarts it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

const givesUpAfterMs = 600_000;
const path = process.env.DATABASE_URL_FILE;
const connectionString =
  process.env.DATABASE_URL || (path && existsSync(path) ? readFileSync(path, 'utf8').trim() : '');
if (!connectionString) {
  process.stderr.write('DATABASE_URL or DATABASE_URL_FILE is missing\n');
  process.exit(78);
}

const authority = process.env.DATABASE_CA_FILE;
const ssl = authority ? { ca: readFileSync(authority) } : undefined;

/** @type {{ schema: string, migrations: (new () => { name?: string })[] }[]} */
const exported = Object.values(await import(pathToFileURL(join(process.cwd(), 'dist/database.js')).href));
const found = exported.find((value) => value?.schema && Array.isArray(value.migrations));
if (!found) throw new Error('dist/database.js exports no schema with migrations');
const { schema, migrations } = found;
const expectedNames = migrations.map((Migration) => new Migration().name ?? Migration.name);

/** Returns all migrations while the database is unreachable. */
async function missing() {
  const client = new pg.Client({ connectionString, ssl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`SELECT name FROM ${client.escapeIdentifier(schema)}.migrations`);
    const there = new Set(rows.map(({ name }) => name));
    return { names: expectedNames.filter((name) => !there.has(name)), reason: '' };
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    return { names: expectedNames, reason: ` (${code ?? message})` };
  } finally {
    await client.end().catch(() => {});
  }
}

let lastMessage = '';
for (const startedAt = Date.now(); Date.now() - startedAt < givesUpAfterMs; await wait(2_000)) {
  const { names, reason } = await missing();
  if (names.length === 0) {
    process.stdout.write(`${schema}: every migration is done\n`);
    process.exit(0);
  }
  const sentence = `${schema}: waiting for ${names.join(', ')}${reason}\n`;
  if (sentence !== lastMessage) process.stdout.write((lastMessage = sentence));
}
process.stderr.write(`${schema}: migrations are still missing\n`);
process.exit(1);
