import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, whyNotListening } from '../services/platform/local/ports.mjs';
import { root, services } from './lib/checkout.mjs';
import { Children } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { follow, say } from './lib/log.mjs';
import { dataDirOf, keepToState, lockDataDir } from './one-command/data-dir.mjs';
import { untilNothingIsLeft } from './one-command/prepare.mjs';
import { CannotStart, explain, explainListening } from './one-command/startup-errors.mjs';
import { chosenState } from '../state/choice.mjs';
import { providersBelow } from '../tests/simulator/addresses.mjs';

/**
 * The whole product with one command, needing only Node: `npm start`. Installs what is missing, builds what changed, starts an
 * embedded Postgres and S3 store unless it is given their addresses, migrates, seeds, starts the gateway, the five services and
 * both workers, and prints the addresses. Ctrl-C stops everything. `--simulated` uses recorded weather instead of the internet;
 * `--prepare` ends when the data folder is migrated and seeded, and the sample pictures are published.
 */

const simulated = process.argv.includes('--simulated');
const preparesOnly = process.argv.includes('--prepare');
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
/** The processes behind the gateway. */
const parts = ['auth', 'content', 'submissions', 'weather', 'notifications', 'worker', 'picture-worker'];
/** The secrets that a process has use for. It is told no others, not even those in our own environment. */
const database = ['DATABASE_URL', 'REDIS_URL'];
const objects = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'];
const secretsOf = {
  gateway: ['REDIS_URL', ...objects],
  auth: [
    ...database,
    'JWT_PRIVATE_KEY',
    'JWT_PRIVATE_KEY_PREVIOUS',
    'SECOND_FACTOR_KEY',
    'SECOND_FACTOR_KEY_PREVIOUS',
    'ADMIN_PASSWORD',
  ],
  content: database,
  submissions: [...database, ...objects],
  weather: [
    'DATABASE_URL',
    ...objects,
    'WEATHERAPI_KEY',
    'OPENWEATHER_KEY',
    'FACEBOOK_PAGE_ACCESS_TOKEN',
    'NWWS_USER',
    'NWWS_PASSWORD',
  ],
  notifications: [
    'DATABASE_URL',
    'NOTIFICATIONS_KEY',
    'NOTIFICATIONS_KEY_PREVIOUS',
    'NOTIFICATIONS_HASH_KEY',
    'VAPID_PRIVATE_KEY',
    'SMTP_URL',
    'SMS_AUTH_TOKEN',
  ],
  worker: [...database, 'SMTP_URL'],
  'picture-worker': [...database, ...objects],
};
/** Variables that hide from a process what it has no use for. */
const withheldFrom = (name) =>
  Object.fromEntries(
    Object.values(secretsOf)
      .flat()
      .filter((secret) => !secretsOf[name].includes(secret))
      .flatMap((secret) => [
        [secret, ''],
        [`${secret}_FILE`, ''],
      ]),
  );
/** What decodes the files of strangers is not even told where people sign in, or providers are asked. */
const notForPictures = { AUTH_GRPC_ADDRESS: '', WEATHER_GRPC_ADDRESS: '', NOTIFICATIONS_GRPC_ADDRESS: '' };
/** Otherwise glibc keeps a heap for each thread. */
const smallHeaps = { MALLOC_ARENA_MAX: '2' };

/** Where this product keeps its data, once the settings are read. */
let dataDir = root;
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

const cannot = (sentence) => {
  throw new CannotStart(sentence);
};

/**
 * What production has to be given; without it this launcher would use something that is made for trying the product out. Each may
 * also be given as NAME_FILE.
 */
const neededInProduction = [
  ...['DATABASE_URL', 'S3_ENDPOINT'],
  ...(process.env.S3_CREDENTIALS === 'role' ? [] : ['S3_ACCESS_KEY', 'S3_SECRET_KEY']),
  ...['PUBLIC_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'JWT_PRIVATE_KEY', 'SECOND_FACTOR_KEY'],
  ...['NOTIFICATIONS_KEY', 'NOTIFICATIONS_HASH_KEY', 'VAPID_PRIVATE_KEY'],
  ...['SMTP_URL', 'MAIL_FROM'],
];

/** Production runs on nothing that is embedded or made up. */
function refuseHalfProduction() {
  if (process.env.NODE_ENV !== 'production') return;
  if (simulated) cannot('NODE_ENV=production refuses recorded weather: start it without --simulated.');
  const missing = neededInProduction.filter((name) => !process.env[name] && !process.env[`${name}_FILE`]);
  if (missing.length > 0)
    cannot(
      `NODE_ENV=production refuses the embedded stores and development defaults of npm start: set ${missing.join(', ')} (docs/operations.md).`,
    );
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
async function startStore(children, dataDir, { s3AccessKey, s3SecretKey }, keys) {
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
      STORE_BUCKET: process.env.S3_BUCKET || 'arkansas-weather',
      STORE_KEYS: JSON.stringify(Object.values(keys)),
    },
    readyUrl: `${settings.S3_ENDPOINT}/minio/health/live`,
  });
  await children.untilReady(store);
  return settings;
}

/**
 * Makes the certificates by which the processes know each other: a new authority at each start, whose key never leaves this
 * process, and a leaf for each, renewed every day.
 * @returns the variables with which a process finds its own
 */
async function certify(folder) {
  const { makeAuthority, peers, writeLeaves } = await import('../services/platform/local/certificates.mjs');
  rmSync(folder, { recursive: true, force: true });
  const authority = await makeAuthority();
  const write = () => writeLeaves(folder, authority, peers, { days: 7 });
  const renewal = setInterval(
    () => write().catch((error) => say('start', `the certificates could not be renewed: ${error.message}`, 'warn')),
    24 * 3_600_000,
  );
  onEnd(async () => {
    clearInterval(renewal);
    rmSync(folder, { recursive: true, force: true });
  });
  return write();
}

/** Migrates and seeds, unless this build has done so on this folder. */
async function migrate(dataDir, stamp, shared, { migrator, seeder }) {
  const done = join(dataDir, 'migrated');
  const state = `${stamp} ${shared.SAMPLE_CONTENT}`;
  if (!process.env.DATABASE_URL && existsSync(done) && readFileSync(done, 'utf8') === state) return;
  say('start', 'migrating and seeding');
  await Promise.all(
    services.map((name) => run(name, dist(`services/${name}`, 'migrate.js'), { ...shared, ...migrator })),
  );
  if (shared.SAMPLE_CONTENT === 'true')
    await Promise.all(
      ['content', 'submissions'].map((name) =>
        run(name, dist(`services/${name}`, 'seed.js'), { ...shared, ...seeder(name) }),
      ),
    );
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
    ...providersBelow(url),
    // WeatherAPI is asked only when WEATHERAPI_KEY is set, to anything.
    MAPBOX_TOKEN: 'pk.simulated',
    OPENWEATHER_KEY: 'simulated',
    FACEBOOK_PAGE_ID: '100000000000001',
    FACEBOOK_PAGE_ACCESS_TOKEN: 'simulated',
  };
}

/** The first admin and the password that was made, which is shown once: with each start it would get into another log. */
function introduced(dataDir, { email, shown }, password) {
  return {
    email,
    password: shown
      ? `(the password was shown at the first start; it is in ${join(dataDir, 'secrets.json')})`
      : password,
  };
}

const dist = (workspace, file) => join(root, workspace, 'dist', file);

async function main() {
  const environmentFile = join(root, '.env');
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
  const port = Number(process.env.PORT || 8080);
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536))
    cannot(`PORT=${process.env.PORT} is not a port: set it to a number from 1 to 65535.`);
  const host = process.env.HOST || '127.0.0.1';
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const code = chosenState();
  dataDir = dataDirOf(code, { simulated });

  refuseHalfProduction();
  const obstacle = await whyNotListening(port, host);
  if (obstacle) cannot(explainListening(obstacle, { port, host }));
  const release = lockDataDir(dataDir);
  onEnd(async () => release());
  keepToState(dataDir, code);
  ensureInstalled(root);
  // These import packages, which are there only now.
  const { build } = await import('./build.mjs');
  const { siteName } = await import('./lib/state.mjs');
  const { prepareRoles, storeKeys } = await import('./one-command/credentials.mjs');
  const { introduceAdmin, loadSecrets } = await import('./one-command/secrets.mjs');
  say('start', 'building what changed');
  const stamp = await build({ ifChanged: true });

  const secrets = loadSecrets(dataDir);
  const samples = String(process.env.NODE_ENV !== 'production');
  const mailIsSent = Boolean(process.env.SMTP_URL || process.env.SMTP_URL_FILE);
  // With a database of one's own, each service may have a role of its own too: AUTH_DATABASE_URL and so on.
  const given = process.env.DATABASE_URL || process.env.DATABASE_URL_FILE;
  const databaseUrl = given ? process.env.DATABASE_URL : await startDatabase(dataDir, secrets.postgresPassword);
  const roles = given ? undefined : await prepareRoles(databaseUrl, secrets);
  const databaseOf = (role) => {
    const address = roles?.[role] ?? process.env[`${role.toUpperCase()}_DATABASE_URL`] ?? databaseUrl;
    return address ? { DATABASE_URL: address } : {};
  };

  const children = new Children({
    onHopeless: (sentence) => hopeless(explain(new Error(sentence), dataDir)),
    onSpawn: () => writeState(),
  });
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
  const keys = storeKeys(secrets);
  const store = S3_ENDPOINT
    ? { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY }
    : await startStore(children, dataDir, secrets, keys);
  const keyOf = (name) =>
    S3_ENDPOINT ? {} : { S3_ACCESS_KEY: keys[name].accessKey, S3_SECRET_KEY: keys[name].secretKey };
  const orMade = (name, made) => (process.env[name] || process.env[`${name}_FILE`] ? {} : { [name]: made });
  /** By process: its role of the database and its key of the store. */
  const credentials = {
    gateway: keyOf('gateway'),
    auth: {
      ...databaseOf('auth'),
      ...orMade('JWT_PRIVATE_KEY', secrets.jwtPrivateKey),
      ...orMade('SECOND_FACTOR_KEY', secrets.secondFactorKey),
      ...orMade('ADMIN_PASSWORD', secrets.adminPassword),
    },
    content: databaseOf('content'),
    submissions: { ...databaseOf('submissions'), ...keyOf('submissions') },
    weather: { ...databaseOf('weather'), ...keyOf('social') },
    notifications: {
      ...databaseOf('notifications'),
      ...orMade('NOTIFICATIONS_KEY', secrets.notificationsKey),
      ...orMade('NOTIFICATIONS_HASH_KEY', secrets.notificationsHashKey),
      ...orMade('VAPID_PRIVATE_KEY', secrets.vapidPrivateKey),
    },
    worker: databaseOf('submissions'),
    'picture-worker': { ...databaseOf('pictures'), ...keyOf('pictures') },
  };

  for (const name of [...parts, 'gateway', 'simulator'])
    ports[name] = { grpc: await freePort(), metrics: await freePort() };
  const grpc = (name) => `127.0.0.1:${ports[name].grpc}`;
  const shared = {
    NODE_ENV: process.env.NODE_ENV || 'development',
    LOG_FORMAT: 'json',
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    S3_ENDPOINT: store.S3_ENDPOINT,
    ...smallHeaps,
    SAMPLE_CONTENT: process.env.SAMPLE_CONTENT || samples,
    SAMPLE_WEATHER: process.env.SAMPLE_WEATHER || samples,
    AUTH_GRPC_ADDRESS: grpc('auth'),
    CONTENT_GRPC_ADDRESS: grpc('content'),
    SUBMISSIONS_GRPC_ADDRESS: grpc('submissions'),
    WEATHER_GRPC_ADDRESS: grpc('weather'),
    NOTIFICATIONS_GRPC_ADDRESS: grpc('notifications'),
    ADMIN_EMAIL: process.env.ADMIN_EMAIL || 'admin@example.com',
  };
  await migrate(dataDir, stamp, shared, {
    migrator: {
      ...databaseOf('migrator'),
      ...(given && { MIGRATION_DATABASE_URL: process.env.MIGRATION_DATABASE_URL }),
    },
    seeder: (role) => ({ ...databaseOf(role), ...keyOf('seed') }),
  });

  const tls = join(dataDir, 'tls');
  const certificateOf = await certify(tls);
  const launch = (name, workspace, { file = 'main.js', peer = name, environment = {} } = {}) => {
    const { metrics } = ports[name];
    return children.start({
      name,
      args: [...(flagsOf[name] ?? small), dist(workspace, file)],
      environment: {
        ...shared,
        ...withheldFrom(name),
        ...credentials[name],
        ...certificateOf(peer),
        METRICS_PORT: String(metrics),
        GRPC_LISTEN: grpc(name),
        ...environment,
      },
      readyUrl: `http://127.0.0.1:${metrics}/readyz`,
    });
  };
  onEnd(() => children.stop(parts));
  const starts = {
    auth: () =>
      launch('auth', 'services/auth', {
        environment: { MAIL_DELIVERED: process.env.MAIL_DELIVERED || String(mailIsSent) },
      }),
    content: () => launch('content', 'services/content'),
    submissions: () => launch('submissions', 'services/submissions'),
    weather: (providers) =>
      launch('weather', 'services/weather-proxy', { peer: 'weather-proxy', environment: providers }),
    notifications: () =>
      launch('notifications', 'services/notifications', { environment: { NOTIFICATIONS_SENDER: 'inside' } }),
    worker: () => launch('worker', 'services/submissions', { file: 'worker.js' }),
    'picture-worker': () =>
      launch('picture-worker', 'services/submissions', { file: 'picture-worker.js', environment: notForPictures }),
  };
  if (preparesOnly) {
    const needed = ['content', 'submissions', 'picture-worker'].map((name) => starts[name]());
    await Promise.all(needed.map((entry) => children.untilReady(entry)));
    const withOutbox = ['content', 'submissions'];
    await untilNothingIsLeft(withOutbox.map((name) => `http://127.0.0.1:${ports[name].metrics}/metrics`));
    return end(0);
  }
  // For the weather-proxy alone: the pages must not mistake the fake token for a real one.
  const providers = simulated ? await startSimulator(children, ports.simulator.grpc, shared) : {};
  const started = parts.map((name) => starts[name](providers));
  onEnd(() => children.stop(['gateway']));
  const web = { PORT: String(port), HOST: host, WEB_ROOT: join(root, 'web/dist') };
  started.push(launch('gateway', 'gateway', { environment: web }));
  await Promise.all(started.map((entry) => children.untilReady(entry)));
  if (ending) return;

  // For scripts that look inside: the owner's address and key, and with an embedded store those of each process.
  const objectStore = { endpoint: store.S3_ENDPOINT, accessKey: store.S3_ACCESS_KEY, secretKey: store.S3_SECRET_KEY };
  state = {
    pid: process.pid,
    publicUrl,
    ports,
    tls,
    databaseUrl,
    objectStore,
    roles,
    keys: S3_ENDPOINT ? undefined : keys,
  };
  writeState();
  const admin =
    process.env.ADMIN_PASSWORD || process.env.ADMIN_PASSWORD_FILE
      ? { email: shared.ADMIN_EMAIL, password: '(password from ADMIN_PASSWORD)' }
      : introduced(dataDir, introduceAdmin(dataDir, shared.ADMIN_EMAIL), secrets.adminPassword);
  process.stdout.write(`
  ${siteName} is running (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)

  Site        ${publicUrl}
  Dashboard   ${publicUrl}/dashboard/login
  API         ${publicUrl}/docs
  First admin ${admin.email}  ${admin.password}
  Data        ${dataDir}
  Mail        ${mailIsSent ? 'sent through SMTP_URL' : `written to ${join(dataDir, 'mail')}`}
  Weather     ${simulated ? 'recorded answers from the simulator, not real weather' : 'National Weather Service'}

  Ctrl-C stops everything.

`);
}

main().catch((error) => {
  if (ending) return;
  process.stderr.write(`${process.env.DEBUG ? error.stack : explain(error, dataDir)}\n`);
  void end(1);
});
