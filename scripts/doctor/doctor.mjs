/**
 * Checks the providers and this installation, and prints a table: what was checked, the result, what to do. Exits with
 * 1 when a check failed, 64 on wrong usage.
 *
 *     npm run ops -- doctor [--record FOLDER]                from this machine, with the settings of .env
 *     node scripts/doctor/doctor.mjs --in compose|kubernetes  in every container, with its own credentials; needs no
 *                                                            packages and builds nothing
 *     node /app/scripts/doctor/doctor.mjs [--json]    in a container
 *
 * The providers' answers are saved as recordings for tests, by default in .data/recordings.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

/** @typedef {import('./report.mjs').Report} Report */
/** @typedef {Record<string, string | undefined>} Settings */
/** @typedef {'compose' | 'kubernetes'} Place */
/** @typedef {{ accessKey: string, secretKey: string }} KeyPair */

/**
 * @typedef {object} Running a running local mode's state
 * @property {string} [publicUrl]
 * @property {Record<string, string>} [roles] addresses of the database
 * @property {Record<string, KeyPair>} [keys] of the object store
 * @property {{ endpoint: string }} [objectStore]
 */

const root = join(import.meta.dirname, '../..');
/** Containers have no sources. */
const isCheckout = existsSync(join(root, 'scripts/build.mjs'));
const containers = [
  'gateway',
  'auth',
  'content',
  'submissions',
  'worker',
  'picture-worker',
  'weather-proxy',
  'notifications',
];
const program = ['node', '/app/scripts/doctor/doctor.mjs', '--json'];
const places = {
  compose: (/** @type {string} */ name) => ['docker', 'compose', 'exec', '-T', name, ...program],
  /** @param {string} name */
  kubernetes: (name) => ['kubectl', '-n', 'arkansas-weather', 'exec', `deployment/${name}`, '--', ...program],
};

/** Prints the latest lines of nginx's access log. */
const accessLogs = {
  compose: ['docker', 'compose', 'logs', '--no-color', '--no-log-prefix', '--tail', '1000', 'web'],
  kubernetes: ['kubectl', '-n', 'arkansas-weather', 'logs', '-l', 'app.kubernetes.io/name=web', '--tail', '1000'],
};

/** @param {string[]} args @returns {{ place?: Place, json?: boolean, record?: string }} */
function optionsOf(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { in: { type: 'string' }, json: { type: 'boolean' }, record: { type: 'string' } },
    });
    const { in: place, ...others } = values;
    if (place === undefined) return others;
    if (place === 'compose' || place === 'kubernetes') return { ...others, place };
    throw new Error(`--in must be ${Object.keys(places).join(' or ')}`);
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exit(64);
  }
}

/**
 * Returns the environment, with the contents of files named in `*_FILE`.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Settings}
 */
function settingsOf(environment) {
  const files = Object.entries(environment).flatMap(([name, file]) =>
    name.endsWith('_FILE') && file && existsSync(file)
      ? [[name.replace(/_FILE$/, ''), readFileSync(file, 'utf8').trim()]]
      : [],
  );
  const variables = Object.entries(environment).filter(([, value]) => value);
  return Object.fromEntries([...files, ...variables]);
}

/** Whether this process sends mail: only these containers reach a mail server and push services. */
const isSender = 'SMTP_URL' in process.env || 'SMTP_URL_FILE' in process.env;

/** @param {Settings} environment @returns {Running} */
function readRunning({ DATA_DIR = '.data' }) {
  const file = join(root, DATA_DIR, 'running.json');
  return isCheckout && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The line of store-access.mjs, by the process's folder and role in the database. @param {Settings} settings */
function storeUser({ DATABASE_URL }) {
  const role = DATABASE_URL && URL.canParse(DATABASE_URL) ? new URL(DATABASE_URL).username : '';
  return role === 'weather' ? 'social' : role || basename(process.cwd());
}

/** @param {Settings} settings @param {KeyPair} keys */
const storeOf = (settings, { accessKey, secretKey }) => ({
  endpoint: settings.S3_ENDPOINT ?? '',
  bucket: settings.S3_BUCKET ?? 'arkansas-weather',
  region: settings.S3_REGION ?? 'us-east-1',
  caFile: settings.S3_CA_FILE,
  accessKey,
  secretKey,
});

/** @param {Report} report @param {Settings} settings @param {Running} running */
async function checkStores(report, settings, running) {
  const { checkDatabase, checkRedis, checkStore } = await import('./stores.mjs');
  const { DATABASE_URL, REDIS_URL, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, DATABASE_CA_FILE } = settings;
  if (DATABASE_URL) await checkDatabase(report, DATABASE_URL, { caFile: DATABASE_CA_FILE });
  for (const [role, url] of Object.entries(running.roles ?? {}))
    await checkDatabase(report, url, { name: `postgres ${role}` });
  if (REDIS_URL) await checkRedis(report, REDIS_URL);
  if (S3_ENDPOINT && S3_ACCESS_KEY && S3_SECRET_KEY) {
    const keys = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
    await checkStore(report, storeOf(settings, keys), storeUser(settings));
  } else if (S3_ENDPOINT) report.add('object store', 'off', 'no key here: a role, or another process has it');
  for (const [name, keys] of Object.entries(running.keys ?? {}))
    await checkStore(report, storeOf({ ...settings, S3_ENDPOINT: running.objectStore?.endpoint }, keys), name);
  if (!isCheckout || DATABASE_URL || REDIS_URL || S3_ENDPOINT || running.roles) return;
  report.add('stores', 'off', 'not reachable from here; check them with --in compose or --in kubernetes');
}

/** @param {Report} report @param {Settings} settings @param {Running} running @param {string | undefined} folder */
async function examine(report, settings, running, folder) {
  if (existsSync(join(root, 'services/weather-proxy/dist')) && (isCheckout || /weather-proxy$/.test(process.cwd()))) {
    const { checkProviders } = await import('./providers.mjs');
    await report.run('providers', 'Correct the settings.', () => checkProviders(report, settings, { folder }));
    const { checkNwws } = await import('./nwws.mjs');
    await report.run('nwws-oi', 'Correct the settings.', () => checkNwws(report, settings));
  }
  await checkStores(report, settings, running);
  const { checkMail } = await import('./mail.mjs');
  if (isCheckout || isSender) await checkMail(report, settings);
  const { checkInternalCertificate, checkPush, checkSite } = await import('./site.mjs');
  const { TLS_CERT } = settings;
  if (TLS_CERT) await report.run('certificate', 'Run setup.', () => checkInternalCertificate(report, TLS_CERT));
  if (isCheckout || (isSender && /notifications$/.test(process.cwd()))) await checkPush(report);
  if (isCheckout) await checkSite(report, publicUrl);
  const { checkMachine } = await import('./machine.mjs');
  await checkMachine(report, isCheckout ? root : process.cwd());
}

/** Returns a command's standard output, and why it failed. @param {string[]} command @returns {Promise<[string, string]>} */
const outputOf = ([file = '', ...args]) =>
  new Promise((resolve) => {
    execFile(file, args, { timeout: 120_000, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve([stdout, stderr.trim() || (error?.message ?? 'no answer')]),
    );
  });

/** Adds the rows of every container. @param {Report} report @param {Place} place */
async function examineContainers(report, place) {
  // In compose, `notifications` sends, too.
  const names = place === 'kubernetes' ? [...containers, 'notifications-sender'] : containers;
  const outputs = await Promise.all(names.map((name) => outputOf(places[place](name))));
  outputs.forEach(([stdout, failure], index) => {
    const line = stdout.trim().split('\n').at(-1) ?? '';
    if (line.startsWith('['))
      for (const { check, result, detail, todo } of JSON.parse(line))
        report.add(`${names[index]}: ${check}`, result, detail, todo);
    else report.add(names[index] ?? '', 'FAILED', failure, `Start it, then look at its log.`);
  });
}

const isLoopback = (/** @type {string} */ url) => /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

/** @param {Report} report @param {Place} place */
async function examineClientAddresses(report, place) {
  const { checkClientAddresses } = await import('./client-addresses.mjs');
  const [command = '', ...args] = accessLogs[place];
  await report.run('client addresses', 'Check nginx (docs/operations/troubleshoot.md).', () =>
    checkClientAddresses(report, {
      publicUrl,
      // The published port, without the TLS proxy.
      otherUrl: place === 'compose' && !isLoopback(publicUrl) ? `http://127.0.0.1:${PORT}` : undefined,
      readLog: () => spawnSync(command, args, { encoding: 'utf8', timeout: 30_000, maxBuffer: 2 ** 26 }).stdout ?? '',
    }),
  );
}

const options = optionsOf(process.argv.slice(2));
const environmentFile = process.env.ENV_FILE ?? join(root, '.env');
if (isCheckout && existsSync(environmentFile)) process.loadEnvFile(environmentFile);
if (isCheckout && !options.place) {
  await import('../lib/ensure-dependencies.mjs');
  const { build } = await import('../build.mjs');
  if (!existsSync(join(root, 'services/weather-proxy/dist'))) await build();
}
const { PORT = '8080' } = process.env;
const running = readRunning(process.env);
const environmentSettings = settingsOf(process.env);
const publicUrl = environmentSettings.PUBLIC_URL ?? running.publicUrl ?? `http://localhost:${PORT}`;
const settings = { ...environmentSettings, PUBLIC_URL: publicUrl };
const { Report, redactorOf, tableOf } = await import('./report.mjs');
const passwords = [
  ...Object.values(running.roles ?? {}).map((url) => new URL(url).password),
  ...Object.values(running.keys ?? {}).map(({ secretKey }) => secretKey),
];
const report = new Report(redactorOf(settings, passwords));
const folder = options.record ?? (isCheckout ? join(root, '.data/recordings') : undefined);
if (options.place) {
  const { checkSite } = await import('./site.mjs');
  const { checkMachine } = await import('./machine.mjs');
  await Promise.all([
    examineContainers(report, options.place),
    checkSite(report, publicUrl),
    checkMachine(report, root),
  ]);
  await examineClientAddresses(report, options.place);
} else await examine(report, settings, running, folder);
process.stdout.write(`${options.json ? JSON.stringify(report.rows) : tableOf(report.rows)}\n`);
if (folder && !options.place && !options.json) process.stdout.write(`\nThe providers' answers are in ${folder}.\n`);
// Clients may keep connections open.
process.exit(report.failures > 0 ? 1 : 0);
