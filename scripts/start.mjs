import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, portIsFree } from '../services/platform/local/ports.mjs';
import { root, services } from './lib/checkout.mjs';
import { Children } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { follow, say } from './lib/log.mjs';
import { loadSecrets } from './lib/secrets.mjs';

/**
 * The whole product with one command, needing only Node: `npm start`. Installs what is missing, builds what changed, starts an
 * embedded Postgres and S3 store unless it is given their addresses, migrates, seeds, starts the gateway, the four services and
 * the worker, and prints the addresses. Ctrl-C stops everything. `--simulated` uses recorded weather instead of the internet.
 */

const simulated = process.argv.includes('--simulated');
const startedAt = Date.now();

const preloaded = (file) => ['--import', pathToFileURL(join(root, 'scripts/lib', file)).href];
/** For all: a dozen processes share one machine, so none keeps the garbage of its start. */
const thrifty = ['--expose-gc', ...preloaded('settle.mjs'), ...preloaded('source-maps.mjs')];
/**
 * For processes that visitors wait for: fully optimised code and a large young generation, so that collections are rare. Without
 * the limit, old objects would grow to three times what is needed before they are collected.
 */
const quick = ['--max-semi-space-size=16', '--max-old-space-size=256', ...thrifty];
/** For the rest, where nobody waits: half the speed under full load, a tenth less memory. */
const small = ['--max-semi-space-size=2', '--optimize-for-size', ...thrifty];
const flagsOf = { gateway: quick, content: quick, submissions: quick };
/** Otherwise glibc keeps a heap for each thread. */
const smallHeaps = { MALLOC_ARENA_MAX: '2' };

/** Run in reverse order when the product stops, even in the middle of starting. */
const undo = [];
let ending;

/** Remembers how to end what was just started. Works even when the product is already stopping. */
function onEnd(step) {
  undo.push(step);
}

/** Ends everything that was started, then this process. */
function end(code) {
  ending ??= (async () => {
    for (let step = undo.pop(); step; step = undo.pop()) {
      await step().catch((error) => process.stderr.write(`${error.message}\n`));
    }
    process.exit(code);
  })();
  return ending;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!ending) say('start', 'stopping');
    void end(0);
  });
}

class CannotStart extends Error {}
const cannot = (sentence) => {
  throw new CannotStart(sentence);
};

/** Only one product at a time may use a data folder. */
function lockDataDir(dataDir) {
  const file = join(dataDir, 'launcher.pid');
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    let runs = pid !== process.pid && pid > 0;
    try {
      if (runs) process.kill(pid, 0);
      if (runs && process.platform === 'linux')
        runs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs');
    } catch {
      runs = false;
    }
    if (runs)
      cannot(
        `The product already runs from ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
      );
  }
  writeFileSync(file, String(process.pid));
  onEnd(async () => rmSync(file, { force: true }));
}

/** Runs a command of a service to its end, for instance its migrations. */
async function run(name, file, environment) {
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastWords = follow(name, child);
  const code = await new Promise((resolveCode) => child.once('exit', resolveCode));
  if (code !== 0) cannot(`${name} failed: ${lastWords() || `exit code ${code}`}`);
}

/** Fails with the words of a part that cannot be kept alive, and ends everything. */
function hopeless(sentence) {
  process.stderr.write(`${sentence}\n`);
  void end(1);
}

/** Starts the embedded Postgres, keeps it running, and returns its address. */
async function startDatabase(dataDir, password) {
  say('postgres', 'starting the embedded Postgres');
  const { startPostgres } = await import('../services/platform/local/postgres.mjs');
  const options = { dataDir: join(dataDir, 'postgres'), port: await freePort(), password };
  let database = await startPostgres(options);
  let stopped = false;
  const isEnding = () => stopped || ending !== undefined;
  // After a kill, the backends of the old server hold its shared memory and port until they have exited.
  const startAgain = async (triesLeft = 10) => {
    try {
      return await startPostgres(options);
    } catch (error) {
      if (isEnding() || triesLeft === 0) throw error;
      await wait(500);
      return startAgain(triesLeft - 1);
    }
  };
  const keep = () =>
    database.server.once('exit', () => {
      if (isEnding()) return;
      say('postgres', 'ended, starting again', 'warn');
      startAgain().then(
        (again) => {
          database = again;
          keep();
        },
        (error) => isEnding() || hopeless(error.message),
      );
    });
  keep();
  onEnd(() => {
    stopped = true;
    return database.stop();
  });
  return database.url;
}

/** Starts the embedded S3 store and returns the variables with which services find it. */
async function startStore(children, dataDir, { s3AccessKey, s3SecretKey }) {
  const port = await freePort();
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY: s3AccessKey,
    S3_SECRET_KEY: s3SecretKey,
  };
  onEnd(() => children.stop(['object-store']));
  const store = children.start({
    name: 'object-store',
    args: ['--max-semi-space-size=2', ...thrifty, join(root, 'services/platform/local/object-store.mjs')],
    environment: {
      ...settings,
      ...smallHeaps,
      STORE_DIRECTORY: join(dataDir, 'objects'),
      STORE_PORT: String(port),
    },
    readyUrl: `${settings.S3_ENDPOINT}/`,
  });
  await children.untilReady(store);
  return settings;
}

/** Migrates and seeds, unless this build has done so on this folder. */
async function migrate(dataDir, stamp, shared) {
  const done = join(dataDir, 'migrated');
  const state = `${stamp} ${shared.SAMPLE_CONTENT}`;
  if (!process.env.DATABASE_URL && existsSync(done) && readFileSync(done, 'utf8') === state) return;
  say('start', 'migrating and seeding');
  await Promise.all(services.map((name) => run(name, dist(`services/${name}`, 'migrate.js'), shared)));
  if (shared.SAMPLE_CONTENT === 'true')
    await Promise.all(['content', 'submissions'].map((name) => run(name, dist(`services/${name}`, 'seed.js'), shared)));
  writeFileSync(done, state);
}

/** Starts the simulated providers and returns the variables with which the weather-proxy finds them. */
async function startSimulator(children, port, shared) {
  const url = `http://127.0.0.1:${port}`;
  const simulator = children.start({
    name: 'simulator',
    args: [dist('tests', 'simulator/main.js'), '--port', String(port)],
    environment: shared,
    readyUrl: `${url}/__sim/log`,
  });
  onEnd(() => children.stop(['simulator']));
  await children.untilReady(simulator);
  return {
    NWS_BASE_URL: `${url}/nws`,
    // Asked only when WEATHERAPI_KEY is set, to anything.
    WEATHERAPI_BASE_URL: `${url}/weatherapi`,
    MAPBOX_BASE_URL: `${url}/mapbox`,
    MAPBOX_TOKEN: 'pk.simulated',
    OPENWEATHER_TILE_BASE_URL: `${url}/openweather`,
    OPENWEATHER_KEY: 'simulated',
    FACEBOOK_BASE_URL: `${url}/facebook`,
    FACEBOOK_PAGE_ID: '100000000000001',
    FACEBOOK_PAGE_ACCESS_TOKEN: 'simulated',
  };
}

const dist = (workspace, file) => join(root, workspace, 'dist', file);

async function main() {
  const environmentFile = join(root, '.env');
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
  const port = Number(process.env.PORT || 8080);
  const host = process.env.HOST || '127.0.0.1';
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  // Simulated weather gets a folder of its own: kept as the last good answer, it would pass for real weather later.
  const dataDir = resolve(root, process.env.DATA_DIR || (simulated ? '.data/simulated' : '.data'));

  if (!(await portIsFree(port, host)))
    cannot(`Port ${port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`);
  mkdirSync(dataDir, { recursive: true });
  lockDataDir(dataDir);
  ensureInstalled(root);
  const { build } = await import('./build.mjs');
  say('start', 'building what changed');
  const stamp = await build({ ifChanged: true });

  const secrets = loadSecrets(dataDir);
  const samples = String(process.env.NODE_ENV !== 'production');
  const mailIsSent = Boolean(process.env.SMTP_URL || process.env.SMTP_URL_FILE);
  const databaseUrl = process.env.DATABASE_URL || (await startDatabase(dataDir, secrets.postgresPassword));

  const children = new Children({ onHopeless: hopeless, onSpawn: () => writeState() });
  const ports = {};
  // Lets scripts find and kill the parts. The file exists only while the product runs.
  const stateFile = join(dataDir, 'running.json');
  let state;
  function writeState() {
    if (!state) return;
    // Written whole, then renamed: others may read it at any moment.
    writeFileSync(`${stateFile}.new`, `${JSON.stringify({ ...state, pids: children.pids() }, null, 2)}\n`, {
      mode: 0o600,
    });
    renameSync(`${stateFile}.new`, stateFile);
  }
  onEnd(async () => {
    state = undefined;
    rmSync(stateFile, { force: true });
  });

  const { S3_ENDPOINT, S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = process.env;
  const store = S3_ENDPOINT
    ? { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY }
    : await startStore(children, dataDir, secrets);

  for (const name of ['auth', 'content', 'submissions', 'weather', 'worker', 'gateway', 'simulator'])
    ports[name] = { grpc: await freePort(), metrics: await freePort() };
  const grpc = (name) => `127.0.0.1:${ports[name].grpc}`;
  const shared = {
    NODE_ENV: process.env.NODE_ENV || 'development',
    LOG_FORMAT: 'json',
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...store,
    ...smallHeaps,
    SAMPLE_CONTENT: process.env.SAMPLE_CONTENT || samples,
    SAMPLE_WEATHER: process.env.SAMPLE_WEATHER || samples,
    AUTH_GRPC_ADDRESS: grpc('auth'),
    CONTENT_GRPC_ADDRESS: grpc('content'),
    SUBMISSIONS_GRPC_ADDRESS: grpc('submissions'),
    WEATHER_GRPC_ADDRESS: grpc('weather'),
    JWT_PRIVATE_KEY: process.env.JWT_PRIVATE_KEY || secrets.jwtPrivateKey,
    ADMIN_EMAIL: process.env.ADMIN_EMAIL || 'admin@example.com',
    ADMIN_PASSWORD: process.env.ADMIN_PASSWORD || secrets.adminPassword,
  };
  await migrate(dataDir, stamp, shared);

  const launch = (name, workspace, { file = 'main.js', environment = {} } = {}) => {
    const { metrics } = ports[name];
    return children.start({
      name,
      args: [...(flagsOf[name] ?? small), dist(workspace, file)],
      environment: { ...shared, METRICS_PORT: String(metrics), GRPC_LISTEN: grpc(name), ...environment },
      readyUrl: `http://127.0.0.1:${metrics}/readyz`,
    });
  };
  onEnd(() => children.stop(['auth', 'content', 'submissions', 'weather', 'worker']));
  // For the weather-proxy alone: the pages must not mistake the fake token for a real one.
  const providers = simulated ? await startSimulator(children, ports.simulator.grpc, shared) : {};
  const started = [
    launch('auth', 'services/auth', {
      environment: { MAIL_DELIVERED: process.env.MAIL_DELIVERED || String(mailIsSent) },
    }),
    launch('content', 'services/content'),
    launch('submissions', 'services/submissions'),
    launch('weather', 'services/weather-proxy', { environment: providers }),
    launch('worker', 'services/submissions', { file: 'worker.js' }),
  ];
  onEnd(() => children.stop(['gateway']));
  const web = { PORT: String(port), HOST: host, WEB_ROOT: join(root, 'web/dist') };
  started.push(launch('gateway', 'gateway', { environment: web }));
  await Promise.all(started.map((entry) => children.untilReady(entry)));
  if (ending) return;

  const objectStore = { endpoint: store.S3_ENDPOINT, accessKey: store.S3_ACCESS_KEY, secretKey: store.S3_SECRET_KEY };
  state = { pid: process.pid, publicUrl, ports, databaseUrl, objectStore };
  writeState();
  const password = process.env.ADMIN_PASSWORD ? '(password from ADMIN_PASSWORD)' : secrets.adminPassword;
  process.stdout.write(`
  Arkansas Weather is running (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)

  Site        ${publicUrl}
  Dashboard   ${publicUrl}/dashboard/login
  API         ${publicUrl}/docs
  First admin ${shared.ADMIN_EMAIL}  ${password}
  Data        ${dataDir}
  Mail        ${mailIsSent ? 'sent through SMTP_URL' : `written to ${join(dataDir, 'mail')}`}
  Weather     ${simulated ? 'recorded answers from the simulator, not real weather' : 'National Weather Service'}

  Ctrl-C stops everything.

`);
}

main().catch((error) => {
  if (ending) return;
  process.stderr.write(`${error instanceof CannotStart || !process.env.DEBUG ? error.message : error.stack}\n`);
  void end(1);
});
