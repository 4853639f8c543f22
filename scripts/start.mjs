import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureInstalled } from './lib/install.mjs';
import { freePort, portIsFree } from './lib/ports.mjs';
import { loadSecrets } from './lib/secrets.mjs';
import { follow, say } from './lib/log.mjs';
import { Children } from './lib/children.mjs';

/**
 * The whole product with one command and only Node: `npm start`. Installs what is missing, starts an embedded Postgres and
 * S3 store when no address of one is given, migrates, seeds, builds what changed, starts the gateway, the four services
 * and the worker, prints the addresses. Ctrl-C stops all of it. `--simulated` uses recorded weather instead of the internet.
 */

const root = join(import.meta.dirname, '..');
const simulated = process.argv.includes('--simulated');
const startedAt = Date.now();

const preloaded = (file) => ['--import', pathToFileURL(join(root, 'scripts/lib', file)).href];
/** A dozen small processes on one machine: a small young generation, and no garbage kept from the start. */
const thrifty = ['--expose-gc', ...preloaded('settle.mjs'), ...preloaded('source-maps.mjs')];
/**
 * For those that visitors wait for: code is compiled as far as it goes, and what a request leaves behind is gathered for long;
 * but of what grows old three times as much as is needed would pile up before it is collected, had the heap no limit.
 */
const quick = ['--max-semi-space-size=16', '--max-old-space-size=256', ...thrifty];
/** For those that nobody waits for, or seldom: half the speed under full load, and a tenth less memory. */
const small = ['--max-semi-space-size=2', '--optimize-for-size', ...thrifty];
const flagsOf = { gateway: quick, content: quick, submissions: quick };
/** Of glibc, which otherwise keeps a heap for each of a process's threads. */
const smallHeaps = { MALLOC_ARENA_MAX: '2' };

/** Undone in reverse order when the product stops, whether after an hour or in the middle of starting. */
const undo = [];
let ending;

/** Remembers how to end what was just started (also when the end has already begun). */
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

async function main() {
  const environmentFile = join(root, '.env');
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
  const port = Number(process.env.PORT || 8080);
  const host = process.env.HOST || '127.0.0.1';
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  // Simulated weather gets a folder of its own: as a last good answer it would pass for real weather later.
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
  const production = process.env.NODE_ENV === 'production';
  const shared = {
    NODE_ENV: process.env.NODE_ENV || 'development',
    LOG_FORMAT: 'json',
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    ...smallHeaps,
    SAMPLE_CONTENT: process.env.SAMPLE_CONTENT || String(!production),
    SAMPLE_WEATHER: process.env.SAMPLE_WEATHER || String(!production),
  };

  if (process.env.DATABASE_URL) shared.DATABASE_URL = process.env.DATABASE_URL;
  else {
    say('postgres', 'starting the embedded Postgres');
    const { startPostgres } = await import('./lib/postgres.mjs');
    const databasePort = await freePort();
    const options = { dataDir: join(dataDir, 'postgres'), port: databasePort, password: secrets.postgresPassword };
    let database = await startPostgres(options);
    shared.DATABASE_URL = database.url;
    let stopped = false;
    // Of one that was killed, the processes that served its connections take a moment to go, and hold its memory and port.
    const startAgain = async (triesLeft = 10) => {
      try {
        return await startPostgres(options);
      } catch (error) {
        if (stopped || ending || triesLeft === 0) throw error;
        await wait(500);
        return startAgain(triesLeft - 1);
      }
    };
    const keep = () =>
      database.server.once('exit', () => {
        if (stopped || ending) return;
        say('postgres', 'ended, starting again', 'warn');
        startAgain().then(
          (again) => {
            database = again;
            keep();
          },
          (error) => {
            if (!stopped && !ending) hopeless(error.message);
          },
        );
      });
    keep();
    onEnd(() => {
      stopped = true;
      return database.stop();
    });
  }

  const children = new Children({ onHopeless: hopeless, onSpawn: () => writeState() });
  // For scripts that need to find or kill the parts; there only while the product runs.
  const stateFile = join(dataDir, 'running.json');
  let running = false;
  const ports = {};
  function writeState() {
    if (!running) return;
    const objectStore = {
      endpoint: shared.S3_ENDPOINT,
      accessKey: shared.S3_ACCESS_KEY,
      secretKey: shared.S3_SECRET_KEY,
    };
    const pids = children.pids();
    const state = { pid: process.pid, publicUrl, pids, ports, databaseUrl: shared.DATABASE_URL, objectStore };
    // Whole or not at all: it is read by others while parts come and go.
    writeFileSync(`${stateFile}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${stateFile}.new`, stateFile);
  }
  onEnd(async () => {
    running = false;
    rmSync(stateFile, { force: true });
  });

  function hopeless(sentence) {
    process.stderr.write(`${sentence}\n`);
    void end(1);
  }

  if (process.env.S3_ENDPOINT) {
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']) shared[name] = process.env[name] ?? '';
  } else {
    const storePort = await freePort();
    Object.assign(shared, {
      S3_ENDPOINT: `http://127.0.0.1:${storePort}`,
      S3_ACCESS_KEY: secrets.s3AccessKey,
      S3_SECRET_KEY: secrets.s3SecretKey,
    });
    onEnd(() => children.stop(['object-store']));
    const store = children.start({
      name: 'object-store',
      args: ['--max-semi-space-size=2', ...thrifty, join(root, 'scripts/lib/object-store.mjs')],
      environment: { ...shared, STORE_DIRECTORY: join(dataDir, 'objects'), STORE_PORT: String(storePort) },
      readyUrl: `http://127.0.0.1:${storePort}/`,
    });
    await children.untilReady(store);
  }

  for (const name of ['auth', 'content', 'submissions', 'weather', 'worker', 'gateway', 'simulator']) {
    ports[name] = { grpc: await freePort(), metrics: await freePort() };
  }
  const grpc = (name) => `127.0.0.1:${ports[name].grpc}`;
  Object.assign(shared, {
    AUTH_GRPC_ADDRESS: grpc('auth'),
    CONTENT_GRPC_ADDRESS: grpc('content'),
    SUBMISSIONS_GRPC_ADDRESS: grpc('submissions'),
    WEATHER_GRPC_ADDRESS: grpc('weather'),
    JWT_PRIVATE_KEY: process.env.JWT_PRIVATE_KEY || secrets.jwtPrivateKey,
    ADMIN_EMAIL: process.env.ADMIN_EMAIL || 'admin@example.com',
    ADMIN_PASSWORD: process.env.ADMIN_PASSWORD || secrets.adminPassword,
  });

  const dist = (service, file) => join(root, service, 'dist', file);
  const migratedFile = join(dataDir, 'migrated');
  const migrated = `${stamp} ${shared.SAMPLE_CONTENT}`;
  if (process.env.DATABASE_URL || !existsSync(migratedFile) || readFileSync(migratedFile, 'utf8') !== migrated) {
    say('start', 'migrating and seeding');
    await Promise.all(
      ['auth', 'content', 'submissions', 'weather-proxy'].map((name) =>
        run(name, dist(`services/${name}`, 'migrate.js'), shared),
      ),
    );
    if (shared.SAMPLE_CONTENT === 'true') {
      await Promise.all(
        ['content', 'submissions'].map((name) => run(name, dist(`services/${name}`, 'seed.js'), shared)),
      );
    }
    writeFileSync(migratedFile, migrated);
  }

  const launch = (name, file, words = [], environment = {}) => {
    const { metrics, grpc: grpcPort } = ports[name];
    return children.start({
      name,
      args: [...(flagsOf[name] ?? small), file, ...words],
      environment: { ...shared, METRICS_PORT: String(metrics), GRPC_LISTEN: `127.0.0.1:${grpcPort}`, ...environment },
      readyUrl: `http://127.0.0.1:${metrics}/readyz`,
    });
  };

  let providers = {};
  const serviceNames = ['auth', 'content', 'submissions', 'weather', 'worker'];
  onEnd(() => children.stop(serviceNames));
  if (simulated) {
    const simulatorUrl = `http://127.0.0.1:${ports.simulator.grpc}`;
    // For the weather-proxy alone: the pages must not take the pretended token for a real one.
    providers = {
      NWS_BASE_URL: `${simulatorUrl}/nws`,
      // Asked only when WEATHERAPI_KEY is set, to anything.
      WEATHERAPI_BASE_URL: `${simulatorUrl}/weatherapi`,
      MAPBOX_BASE_URL: `${simulatorUrl}/mapbox`,
      MAPBOX_TOKEN: 'pk.simulated',
      OPENWEATHER_TILE_BASE_URL: `${simulatorUrl}/openweather`,
      OPENWEATHER_KEY: 'simulated',
      FACEBOOK_BASE_URL: `${simulatorUrl}/facebook`,
      FACEBOOK_PAGE_ID: '100000000000001',
      FACEBOOK_PAGE_ACCESS_TOKEN: 'simulated',
    };
    const simulator = children.start({
      name: 'simulator',
      args: [dist('tests', 'simulator/main.js'), '--port', String(ports.simulator.grpc)],
      environment: shared,
      readyUrl: `${simulatorUrl}/__sim/log`,
    });
    onEnd(() => children.stop(['simulator']));
    await children.untilReady(simulator);
  }
  const services = [
    launch('auth', dist('services/auth', 'main.js'), [], {
      MAIL_DELIVERED: process.env.MAIL_DELIVERED || String(Boolean(process.env.SMTP_URL || process.env.SMTP_URL_FILE)),
    }),
    launch('content', dist('services/content', 'main.js')),
    launch('submissions', dist('services/submissions', 'main.js')),
    launch('weather', dist('services/weather-proxy', 'main.js'), [], providers),
    launch('worker', dist('services/submissions', 'worker.js')),
  ];
  onEnd(() => children.stop(['gateway']));
  const gateway = launch('gateway', dist('gateway', 'main.js'), [], {
    PORT: String(port),
    HOST: host,
    WEB_ROOT: join(root, 'web/dist'),
  });
  await Promise.all([...services, gateway].map((entry) => children.untilReady(entry)));
  if (ending) return;

  running = true;
  writeState();

  const generated = !process.env.ADMIN_PASSWORD;
  process.stdout.write(
    [
      '',
      `  Arkansas Weather is running (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`,
      '',
      `  Site        ${publicUrl}`,
      `  Dashboard   ${publicUrl}/dashboard/login`,
      `  API         ${publicUrl}/docs`,
      `  First admin ${shared.ADMIN_EMAIL}  ${generated ? secrets.adminPassword : '(password from ADMIN_PASSWORD)'}`,
      `  Data        ${dataDir}`,
      process.env.SMTP_URL || process.env.SMTP_URL_FILE
        ? '  Mail        sent through SMTP_URL'
        : `  Mail        written to ${join(dataDir, 'mail')}`,
      simulated
        ? '  Weather     recorded answers from the simulator, not real weather'
        : '  Weather     National Weather Service',
      '',
      '  Ctrl-C stops everything.',
      '',
      '',
    ].join('\n'),
  );
}

main().catch((error) => {
  if (ending) return;
  process.stderr.write(`${error instanceof CannotStart || !process.env.DEBUG ? error.message : error.stack}\n`);
  void end(1);
});
