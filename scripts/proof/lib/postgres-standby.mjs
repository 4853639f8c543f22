import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { startPostgres } from '../../../services/platform/local/postgres.mjs';
import { newFolder } from '../../lib/processes.mjs';

/** Skips files that vanish meanwhile, on which Node's own copying would fail. */
const copyOf = (from, to) => spawnSync('cp', ['-a', `${from}/.`, to]);

/** Uses Postgres's base backup protocol, without `pg_basebackup`. */
async function copyRunning(primaryUrl, to) {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    const [{ data_directory: from }] = (await client.query('SHOW data_directory')).rows;
    await client.query(`SELECT pg_backup_start('standby', true)`);
    const { uid, gid } = statSync(from);
    for (const file of readdirSync(to)) rmSync(join(to, file), { recursive: true });
    copyOf(from, to);
    for (const pidFile of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, pidFile), { force: true });
    const [{ labelfile }] = (await client.query('SELECT labelfile FROM pg_backup_stop(false)')).rows;
    writeFileSync(join(to, 'backup_label'), labelfile);
    writeFileSync(join(to, 'standby.signal'), '');
    for (const path of [to, ...readdirSync(to, { recursive: true }).map((file) => join(to, file))])
      chownSync(path, uid, gid);
  } finally {
    await client.end();
  }
}

/**
 * Makes a standby of a running Postgres, named "standby" in `synchronous_standby_names`.
 * @returns its address, `start`, which returns what `startPostgres` does, and `remove`
 */
export async function makeStandby(primaryUrl) {
  const { port, username, password, pathname } = new URL(primaryUrl);
  const folder = newFolder('standby');
  const place = { dataDir: join(folder, 'postgres'), port: await freePort(), password: decodeURIComponent(password) };
  // So that the folder ends up where the user who runs Postgres may have it.
  const empty = await startPostgres(place);
  await empty.stop();
  await copyRunning(primaryUrl, empty.folder);
  const from = `host=127.0.0.1 port=${port} user=${username} password=${place.password} application_name=standby`;
  return {
    url: Object.assign(new URL(primaryUrl), { port: String(place.port) }).href,
    start: () =>
      startPostgres({
        ...place,
        name: pathname.slice(1),
        settings: { primary_conninfo: from, wal_receiver_timeout: '5s' },
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
