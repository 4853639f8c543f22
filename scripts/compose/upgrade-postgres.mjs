/**
 * Moves a compose installation from Postgres 17 to 18: copies the database into a new volume, compares every table, and
 * starts the services with it. The site shows nginx's caches meanwhile. The old volume stays.
 *
 *     node scripts/compose/upgrade-postgres.mjs
 *
 * After a failure, the services start again with the old database.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/checkout.mjs';
import { logElapsed as log } from '../lib/log.mjs';
import { compose, containersOf, docker, readServices, runCommand, sortServices } from './containers.mjs';

const database = 'arkansas_weather';
const overlay = 'scripts/compose/postgres-18.yml';
const currentFiles = process.env.COMPOSE_FILE ?? 'docker-compose.yml';
const nextFiles = `${currentFiles}:${overlay}`;
/** Large databases take long. */
const timeoutMs = 6 * 3_600_000;

/** Runs compose with these files, separated by colons. @param {string} files @param {string[]} args */
const composeWith = (files, args) => compose([...files.split(':').flatMap((file) => ['-f', file]), ...args], timeoutMs);

/** @param {string} container @param {string} statement @returns {Promise<string>} rows, fields separated by "|" */
const query = (container, statement) =>
  docker(
    [
      'exec',
      container,
      'psql',
      '-U',
      'postgres',
      '-d',
      database,
      '--no-psqlrc',
      '-v',
      'ON_ERROR_STOP=1',
      '-Atc',
      statement,
    ],
    { timeoutMs },
  );

/** @param {string} from container @param {string} to container */
async function copy(from, to) {
  // The new server has the roles, and a database (roles.sql, or an earlier attempt) that the copy replaces.
  const dump = spawn('docker', ['exec', from, 'pg_dump', '-U', 'postgres', '-Fc', '-Z', '0', database]);
  const program = 'pg_restore -U postgres -d postgres --create --clean --if-exists --exit-on-error';
  const restore = spawn('docker', ['exec', '-i', to, ...program.split(' ')]);
  dump.stdout.pipe(restore.stdin);
  const ends = [dump, restore].map((child) => {
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (errors = (errors + text).slice(-2_000)));
    return new Promise((resolve, reject) => {
      child
        .once('error', reject)
        .once('close', (code) => (code === 0 ? resolve(undefined) : reject(new Error(errors.trim()))));
    });
  });
  restore.stdin.on('error', () => {});
  await Promise.all(ends);
}

/** Returns the number of rows and a checksum by table, and the positions of sequences. @param {string} container */
async function contentOf(container) {
  const tables = await query(
    container,
    `SELECT format('SELECT %L, count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM %I.%I t', schemaname || '.' || tablename, schemaname, tablename)
     FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const sequences = `SELECT schemaname || '.' || sequencename, last_value, 0 FROM pg_sequences`;
  const statements = [...tables.split('\n').filter(Boolean), sequences];
  return query(container, `${statements.join(' UNION ALL ')} ORDER BY 1`);
}

/** @param {string} id @throws Error after ten minutes */
async function untilHealthy(id) {
  for (const until = Date.now() + 600_000; Date.now() < until; await new Promise((done) => setTimeout(done, 1_000)))
    if ((await docker(['inspect', '--format', '{{.State.Health.Status}}', id])) === 'healthy') return;
  throw new Error(`Postgres 18 doesn't start:\n${await docker(['logs', '--tail', '5', id], { withErrors: true })}`);
}

await runCommand(async () => {
  const environmentFile = process.env.ENV_FILE ?? join(root, '.env');
  const settings = existsSync(environmentFile) ? readFileSync(environmentFile, 'utf8') : '';
  if (/^COMPOSE_FILE=/m.test(settings))
    throw new Error(
      `${environmentFile} sets COMPOSE_FILE. If it doesn't name ${overlay} yet, remove that line, and run this again.`,
    );
  const [from] = await containersOf('postgres');
  if (!from) throw new Error('Postgres is not running: start the installation first.');
  if (!(await query(from, 'SHOW server_version')).startsWith('17.')) throw new Error('Postgres is not version 17.');
  const services = await readServices();
  const { replaceable } = sortServices(services);
  // nginx keeps serving what it has.
  const writers = replaceable.filter((name) => name !== 'web');
  const startWith = (/** @type {string} */ files) =>
    composeWith(files, ['up', '--detach', '--no-build', '--wait', '--wait-timeout', '540']);
  await composeWith(nextFiles, ['build', '--quiet', 'backup']);
  log('the image "backup" has the programs of Postgres 18');
  let to = '';
  try {
    await compose(['stop', ...writers]);
    log('the services have stopped; nginx serves its caches');
    to = await composeWith(nextFiles, ['run', '--detach', '--no-deps', 'postgres']);
    await untilHealthy(to);
    await copy(from, to);
    log('the database is copied');
    const before = await contentOf(from);
    if (before !== (await contentOf(to))) throw new Error('A table differs in the copy.');
    log(`${before.split('\n').length} tables and sequences are equal`);
    await query(to, 'ANALYZE');
  } catch (error) {
    if (to) await docker(['rm', '--force', '--volumes', to]);
    await startWith(currentFiles);
    throw error;
  }
  await docker(['stop', to], { timeoutMs: 120_000 });
  await docker(['rm', to]);
  appendFileSync(
    environmentFile,
    `${settings === '' || settings.endsWith('\n') ? '' : '\n'}COMPOSE_FILE=${nextFiles}\n`,
  );
  await startWith(nextFiles);
  log('Postgres 18 is in use. The old data stays in the volume "postgres" until you remove it.');
});
