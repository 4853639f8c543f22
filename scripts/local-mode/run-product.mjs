import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentState } from '../../regions/choice.mjs';
import { freePort, whyNotListening } from '../../services/platform/local/ports.mjs';
import { providersBelow } from '../../simulator/addresses.mjs';
import { Children } from '../lib/children.mjs';
import { root } from '../lib/checkout.mjs';
import { ensureInstalled } from '../lib/install-dependencies.mjs';
import { certify } from './certify.mjs';
import { bindToState, dataDirOf, lockDataDir, rejectOldData } from './data-dir.mjs';
import { environmentOf, flagsOf, parts, processes, smallHeaps } from './environment.mjs';
import { Launcher } from './launcher.mjs';
import { migrate, waitForEmptyQueues } from './migrate.mjs';
import { CannotStart, explain, explainListening, assertProductionSettings } from './startup-errors.mjs';
import { startDatabase, startStore } from './stores.mjs';

/** @typedef {Record<string, string | undefined>} Variables */
/** @typedef {import('../compose/roles.mjs').Role} Role */
/** @typedef {import('./environment.mjs').ProcessName} ProcessName */
/** @typedef {{ launcher: Launcher, dataDir: string, port: number, host: string, publicUrl: string, simulated: boolean }} Context */
/**
 * @typedef {object} Code
 * @property {string} stamp changes with the migrations and samples
 * @property {(workspace: string, program: string) => string} fileOf
 * @property {(name: ProcessName) => string[]} [flags]
 */
/**
 * @typedef {object} Mode
 * @property {'start' | 'dev'} command the npm script that a user types
 * @property {boolean} simulated recorded weather instead of the internet
 * @property {boolean} [preparesOnly] exits when the data folder is migrated and seeded, and the sample pictures are
 *   published
 * @property {boolean} [waitsAfterCrash] only `children.restart` restarts a process that has exited
 * @property {(context: Context) => Promise<Code>} code the programs, once packages are installed
 * @property {(context: Context) => Promise<Variables>} [web] returns the gateway's variables for its port and the pages'
 *   location
 * @property {(context: Context & { children: Children }) => Promise<void>} [running] called once everything is ready
 */

/**
 * Returns the weather-proxy's variables for the simulated providers.
 * @param {Launcher} launcher
 * @param {Children} children
 * @param {string[]} args
 * @param {number} port
 * @param {Variables} shared
 */
async function startSimulator(launcher, children, args, port, shared) {
  const url = `http://127.0.0.1:${port}`;
  const simulator = children.start({
    name: 'simulator',
    args: [...args, '--port', String(port)],
    environment: { ...environmentOf('simulator'), ...shared },
    readyUrl: `${url}/__sim/log`,
  });
  launcher.onEnd(() => children.stop(['simulator']));
  await children.untilReady(simulator);
  return {
    ...providersBelow(url),
    SIMULATED_WEATHER: 'true',
    // WeatherAPI is called only when WEATHERAPI_KEY is set, to any value.
    MAPBOX_TOKEN: 'pk.simulated',
    OPENWEATHER_KEY: 'simulated',
    FACEBOOK_PAGE_ID: '100000000000001',
    FACEBOOK_PAGE_ACCESS_TOKEN: 'simulated',
  };
}

/**
 * Runs the whole product until Ctrl-C.
 * @param {Mode} mode
 */
export async function runProduct(mode) {
  const launcher = new Launcher(mode.command);
  /** @type {{ dataDir?: string }} */
  const place = {};
  try {
    await start(mode, launcher, place);
  } catch (caught) {
    if (launcher.isEnding) return;
    const error = /** @type {Error} */ (caught);
    process.stderr.write(`${process.env.DEBUG ? error.stack : explain(error, place.dataDir ?? root)}\n`);
    void launcher.end(1);
  }
}

/** @param {Mode} mode @param {Launcher} launcher @param {{ dataDir?: string }} place */
async function start(mode, launcher, place) {
  const { command, simulated, preparesOnly, waitsAfterCrash } = mode;
  const startedAt = Date.now();
  // Proofs and tests set ENV_FILE to nothing, to ignore an operator's settings.
  const environmentFile = process.env.ENV_FILE ?? join(root, '.env');
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
  const port = Number(process.env.PORT || 8080);
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new CannotStart(`PORT=${process.env.PORT} is not a port: set it to a number from 1 to 65535.`);
  const host = process.env.HOST || '127.0.0.1';
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const code = currentState();
  const dataDir = dataDirOf(code, { simulated });
  place.dataDir = dataDir;

  assertProductionSettings({ simulated });
  const obstacle = await whyNotListening(port, host);
  if (obstacle) throw new CannotStart(explainListening(obstacle, { port, host, command }));
  const release = lockDataDir(dataDir);
  launcher.onEnd(async () => release());
  rejectOldData(dataDir);
  bindToState(dataDir, code);
  ensureInstalled({ hasTools: command === 'dev' });
  // These need packages, which are installed only now.
  const { siteName } = await import('../../regions/facts.mjs');
  const { introduceAdmin, loadSecrets, prepareRoles, storeKeys } = await import('./secrets.mjs');
  const context = { launcher, dataDir, port, host, publicUrl, simulated };
  const { stamp, fileOf, flags = flagsOf } = await mode.code(context);
  /** @param {ProcessName} name */
  const argsOf = (name) => [...flags(name), fileOf(processes[name].workspace, processes[name].program ?? 'main')];

  const secrets = loadSecrets(dataDir);
  const samples = String(process.env.NODE_ENV !== 'production');
  const mailIsSent = Boolean(process.env.SMTP_URL || process.env.SMTP_URL_FILE);
  // With an external database, a service may have its own role: AUTH_DATABASE_URL and so on.
  const externalDatabase = process.env.DATABASE_URL || process.env.DATABASE_URL_FILE;
  const embeddedUrl = externalDatabase ? undefined : await startDatabase(launcher, dataDir, secrets.postgresPassword);
  const databaseUrl = embeddedUrl ?? process.env.DATABASE_URL;
  const roles = embeddedUrl ? await prepareRoles(embeddedUrl, secrets) : undefined;
  const databaseOf = (/** @type {Role} */ role) => {
    const address = roles?.[role] ?? process.env[`${role.toUpperCase()}_DATABASE_URL`] ?? databaseUrl;
    return address ? { DATABASE_URL: address } : {};
  };

  const children = new Children({
    onHopeless: (sentence) => launcher.hopeless(explain(new Error(sentence), dataDir)),
    waitsAfterCrash,
    onSpawn: () => writeState(),
  });
  const ports = /** @type {Record<ProcessName, { grpc: number, metrics: number }>} */ ({});
  // Lets scripts find and kill the parts.
  const stateFile = join(dataDir, 'running.json');
  /** @type {object | undefined} */
  let state;
  function writeState() {
    if (!state) return;
    // Atomic: other processes may read it at any moment.
    writeFileSync(`${stateFile}.new`, `${JSON.stringify({ ...state, pids: children.pids() }, null, 2)}\n`, {
      mode: 0o600,
    });
    renameSync(`${stateFile}.new`, stateFile);
  }
  launcher.onEnd(async () => {
    state = undefined;
    rmSync(stateFile, { force: true });
  });

  const { S3_ENDPOINT, S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = process.env;
  const keys = storeKeys(secrets);
  const store = S3_ENDPOINT
    ? { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY }
    : await startStore(launcher, children, dataDir, secrets, keys);
  const keyOf = (/** @type {keyof typeof keys} */ name) =>
    S3_ENDPOINT ? {} : { S3_ACCESS_KEY: keys[name].accessKey, S3_SECRET_KEY: keys[name].secretKey };
  /** @param {string} name @param {string} value */
  const unlessConfigured = (name, value) => (process.env[name] || process.env[`${name}_FILE`] ? {} : { [name]: value });
  const reports = unlessConfigured('MAIL_REPORTS_SECRET', secrets.mailReportsSecret);
  /** @type {Partial<Record<ProcessName, Variables>>} */
  const credentials = {
    gateway: keyOf('gateway'),
    auth: {
      ...databaseOf('auth'),
      ...unlessConfigured('JWT_PRIVATE_KEY', secrets.jwtPrivateKey),
      ...unlessConfigured('SECOND_FACTOR_KEY', secrets.secondFactorKey),
      ...unlessConfigured('ADMIN_PASSWORD', secrets.adminPassword),
    },
    content: databaseOf('content'),
    submissions: { ...databaseOf('submissions'), ...keyOf('submissions'), ...reports },
    weather: { ...databaseOf('weather'), ...keyOf('social') },
    notifications: {
      ...databaseOf('notifications'),
      ...unlessConfigured('NOTIFICATIONS_KEY', secrets.notificationsKey),
      ...unlessConfigured('NOTIFICATIONS_HASH_KEY', secrets.notificationsHashKey),
      ...reports,
      ...unlessConfigured('VAPID_PRIVATE_KEY', secrets.vapidPrivateKey),
    },
    worker: { ...databaseOf('submissions'), ...reports },
    'picture-worker': { ...databaseOf('pictures'), ...keyOf('pictures') },
  };

  for (const name of /** @type {ProcessName[]} */ (Object.keys(processes)))
    ports[name] = { grpc: await freePort(), metrics: await freePort() };
  const grpc = (/** @type {ProcessName} */ name) => `127.0.0.1:${ports[name].grpc}`;
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
  await migrate({
    dataDir,
    stamp,
    fileOf,
    shared,
    migrator: {
      ...databaseOf('migrator'),
      ...(externalDatabase && { MIGRATION_DATABASE_URL: process.env.MIGRATION_DATABASE_URL }),
    },
    seeder: (/** @type {Role} */ role) => ({ ...databaseOf(role), ...keyOf('seed') }),
  });

  const tls = join(dataDir, 'tls');
  const certificateOf = await certify(launcher, tls);
  /** @param {ProcessName} name @param {Variables} [environment] */
  const launch = (name, environment = {}) => {
    const { metrics } = ports[name];
    const { peer = name, variables } = processes[name];
    return children.start({
      name,
      args: argsOf(name),
      environment: {
        ...environmentOf(name),
        ...shared,
        ...credentials[name],
        ...certificateOf(peer),
        METRICS_PORT: String(metrics),
        GRPC_LISTEN: grpc(name),
        ...variables,
        ...environment,
      },
      readyUrl: `http://127.0.0.1:${metrics}/readyz`,
    });
  };
  launcher.onEnd(() => children.stop(parts));
  if (preparesOnly) {
    const withOutbox = /** @type {const} */ (['content', 'submissions']);
    const needed = [...withOutbox, /** @type {const} */ ('picture-worker')].map((name) => launch(name));
    await Promise.all(needed.map((entry) => children.untilReady(entry)));
    await waitForEmptyQueues(withOutbox.map((name) => `http://127.0.0.1:${ports[name].metrics}/metrics`));
    return launcher.end(0);
  }
  /** @type {Partial<Record<ProcessName, Variables>>} */
  const more = {
    auth: { MAIL_DELIVERED: process.env.MAIL_DELIVERED || String(mailIsSent) },
    // Not for the gateway: the pages must not mistake the fake token for a real one.
    ...(simulated && {
      weather: await startSimulator(launcher, children, argsOf('simulator'), ports.simulator.grpc, shared),
    }),
  };
  const started = parts.map((name) => launch(name, more[name]));
  launcher.onEnd(() => children.stop(['gateway']));
  const web = mode.web ? await mode.web(context) : { PORT: String(port), HOST: host, WEB_ROOT: join(root, 'web/dist') };
  started.push(launch('gateway', web));
  await Promise.all(started.map((entry) => children.untilReady(entry)));
  if (launcher.isEnding) return;

  // For scripts that inspect the product.
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
  await mode.running?.({ ...context, children });
  const admin =
    process.env.ADMIN_PASSWORD || process.env.ADMIN_PASSWORD_FILE
      ? { email: shared.ADMIN_EMAIL, password: '(password from ADMIN_PASSWORD)' }
      : introduceAdmin(dataDir, shared.ADMIN_EMAIL);
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
