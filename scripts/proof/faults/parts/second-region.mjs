import { spawn, spawnSync } from 'node:child_process';
import { chownSync, createWriteStream, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { leafVariables } from '../../../../services/platform/local/certificates.mjs';
import { startObjectStore } from '../../../../services/platform/local/object-store.mjs';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { startPostgres } from '../../../../services/platform/local/postgres.mjs';
import { providersBelow } from '../../../../simulator/addresses.mjs';
import { root } from '../../../lib/checkout.mjs';
import { end, newFolder } from '../../../lib/processes.mjs';
import { until } from '../../../lib/until.mjs';

/** A second region of a running product on this machine, with the processes of k8s/overlays/second-region. */

/** Copies a folder that is in use: skips files that vanish meanwhile, on which Node's own copying would fail. */
function copyOf(from, to) {
  mkdirSync(to, { recursive: true });
  spawnSync('cp', ['-a', `${from}/.`, to]);
}

/**
 * Copies a standby's files while its primary keeps running: Postgres's base backup protocol, without `pg_basebackup`.
 */
async function copyRunning(databaseUrl, to) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const [{ data_directory: from }] = (await client.query('SHOW data_directory')).rows;
    await client.query(`SELECT pg_backup_start('second region', true)`);
    const { uid, gid } = statSync(from);
    rmSync(to, { recursive: true, force: true });
    copyOf(from, to);
    for (const own of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, own), { force: true });
    const [{ labelfile }] = (await client.query('SELECT labelfile FROM pg_backup_stop(false)')).rows;
    writeFileSync(join(to, 'backup_label'), labelfile);
    writeFileSync(join(to, 'standby.signal'), '');
    for (const path of [to, ...readdirSync(to, { recursive: true }).map((file) => join(to, file))])
      chownSync(path, uid, gid);
  } finally {
    await client.end();
  }
}

/** Starts a standby of the product's database. @returns its server, with `urlOf(role)` */
async function startStandby(product) {
  const { databaseUrl, roles } = product.state();
  const primary = new URL(databaseUrl);
  const folder = newFolder('standby');
  const port = await freePort();
  // Starts a server in the folder first, so that it ends up where the user who runs Postgres may have it.
  const empty = await startPostgres({ dataDir: folder, port, password: decodeURIComponent(primary.password) });
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const [{ data_directory: place }] = (await client.query('SHOW data_directory')).rows;
  await client.end();
  await empty.stop();
  await copyRunning(databaseUrl, place);
  const conninfo = `host=127.0.0.1 port=${primary.port} user=${primary.username} password=${decodeURIComponent(primary.password)}`;
  const server = await startPostgres({
    dataDir: folder,
    port,
    password: decodeURIComponent(primary.password),
    name: primary.pathname.slice(1),
    settings: { primary_conninfo: conninfo, wal_receiver_timeout: '5s' },
  });
  const moved = (url) => Object.assign(new URL(url), { port: String(port) }).href;
  return { ...server, url: moved(databaseUrl), urlOf: (role) => moved(roles[role] ?? databaseUrl), folder };
}

/**
 * Starts a standby, a copy of the pictures, separate weather providers, and content, submissions, weather-proxy and
 * gateway on them.
 * @returns the gateway's address, `promote`, `logs` (a file for each process) and `stop`
 */
export async function startSecondRegion(product) {
  const { tls, objectStore, keys } = product.state();
  const logs = newFolder('second-region');
  const stops = [];
  const stop = async () => {
    for (const each of stops.reverse()) await each();
    rmSync(logs, { recursive: true, force: true });
  };
  const run = async (name, file, environment, ready) => {
    const child = spawn(process.execPath, [file, ...(environment.WORDS ?? [])], {
      env: { ...process.env, NODE_ENV: 'development', LOG_FORMAT: 'json', ...environment, WORDS: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(logs, `${name}.log`));
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    stops.push(() => end(child));
    await until(`${name} of the second region`, async () => (await fetch(ready)).ok, { withinMs: 60_000 });
  };
  try {
    const standby = await startStandby(product);
    stops.push(async () => {
      await standby.stop();
      rmSync(standby.folder, { recursive: true, force: true });
    });
    const objects = join(logs, 'objects');
    copyOf(join(product.dataDir, 'objects'), objects);
    const store = await startObjectStore({
      directory: objects,
      port: 0,
      accessKey: objectStore.accessKey,
      secretKey: objectStore.secretKey,
      keys: Object.values(keys),
    });
    stops.push(() => store.stop());
    const providers = await freePort();
    await run(
      'simulator',
      join(root, 'simulator/dist/main.js'),
      { WORDS: ['--port', String(providers)] },
      `http://127.0.0.1:${providers}/__sim/log`,
    );

    const storeOf = (name) => ({
      S3_ENDPOINT: store.url,
      S3_ACCESS_KEY: keys[name].accessKey,
      S3_SECRET_KEY: keys[name].secretKey,
    });
    const grpc = {};
    const service = async (name, { folder = name, peer = name, ...environment }) => {
      const [port, metrics] = [await freePort(), await freePort()];
      grpc[name] = `127.0.0.1:${port}`;
      await run(
        name,
        join(root, `services/${folder}/dist/main.js`),
        {
          ...leafVariables(join(tls, peer)),
          GRPC_LISTEN: grpc[name],
          METRICS_PORT: String(metrics),
          ...environment,
        },
        `http://127.0.0.1:${metrics}/readyz`,
      );
    };
    await service('content', { DATABASE_URL: standby.urlOf('content') });
    await service('submissions', { DATABASE_URL: standby.urlOf('submissions'), ...storeOf('submissions') });
    await service('weather', {
      folder: 'weather-proxy',
      peer: 'weather-proxy',
      DATABASE_URL: standby.urlOf('weather'),
      ...storeOf('social'),
      ...providersBelow(`http://127.0.0.1:${providers}`),
    });
    const [port, metrics, nobody] = [await freePort(), await freePort(), await freePort()];
    await run(
      'gateway',
      join(root, 'gateway/dist/main.js'),
      {
        ...leafVariables(join(tls, 'gateway')),
        PORT: String(port),
        METRICS_PORT: String(metrics),
        RATE_LIMIT_SCALE: '100000',
        CONTENT_GRPC_ADDRESS: grpc.content,
        SUBMISSIONS_GRPC_ADDRESS: grpc.submissions,
        WEATHER_GRPC_ADDRESS: grpc.weather,
        // These services run only in the first region.
        AUTH_GRPC_ADDRESS: `127.0.0.1:${nobody}`,
        NOTIFICATIONS_GRPC_ADDRESS: `127.0.0.1:${nobody}`,
        ...storeOf('gateway'),
      },
      `http://127.0.0.1:${metrics}/readyz`,
    );
    const ask = async (statement) => {
      const client = new pg.Client({ connectionString: standby.url });
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    };
    return { url: `http://127.0.0.1:${port}`, promote: () => ask('SELECT pg_promote(true, 60)'), ask, logs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
