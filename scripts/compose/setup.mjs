/**
 * Generates an installation's missing secrets, and gives each consumer only those it needs.
 *   node setup.mjs volume <folder> [<folder>…]   compose: a folder per consumer in the first; the others become our user's
 *   node setup.mjs renew <folder>                compose: keeps running, and renews certificates in that volume
 *   node setup.mjs cluster                       Kubernetes: a Secret per consumer, in the pod's namespace
 *
 * Idempotent; each form renews certificates after two thirds of their life. --next-authority takes the next step of
 * replacing the certificate authority; --next-session-key, --next-factor-key and --next-notifications-key replace that
 * key (docs/operations/rotate-keys.md). --days=N sets the life of new certificates, for tests.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { completeCertificates } from '../../services/platform/local/certificates.mjs';
import { certificateConsumers, completeSecrets, consumers, replaceableKeys, retireKey } from './secrets.mjs';

/** @typedef {import('./secrets.mjs').Installation} Installation */
/** @typedef {Record<string, string>} Files text by name */
/**
 * @typedef {object} Secret of Kubernetes
 * @property {{ name: string, resourceVersion?: string, labels?: Record<string, string>,
 *   annotations?: Record<string, string> }} metadata
 * @property {Record<string, string>} [data] base64 by file
 */

const args = process.argv.slice(2);
const nextAuthority = args.includes('--next-authority');
const kinds = /** @type {(keyof typeof replaceableKeys)[]} */ (Object.keys(replaceableKeys));
const retired = kinds.filter((kind) => args.includes(`--next-${kind}-key`));
const days = Number(args.find((word) => word.startsWith('--days='))?.slice('--days='.length)) || undefined;
const [mode, folder, ...others] = args.filter((word) => !word.startsWith('--'));

const printLine = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

/**
 * Prints how to read the generated password. Logs outlive the first sign-in, and are often sent elsewhere.
 * @param {string} command
 */
function introduceAdmin(command) {
  if (process.env.ADMIN_PASSWORD) return;
  printLine(
    `The first admin is ${process.env.ADMIN_EMAIL || 'the address in ADMIN_EMAIL'}. To read the password: ${command}`,
  );
}

/**
 * Writes a file atomically, readable only by its owner.
 * @param {string} path
 * @param {string} text
 * @param {number} user
 */
function writeSecret(path, text, user) {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, text, { mode: 0o400 });
  chownSync(`${path}.new`, user, user);
  renameSync(`${path}.new`, path);
}

/** @param {Installation} existing */
async function complete(existing) {
  const { secrets, created } = completeSecrets(retired.reduce(retireKey, existing));
  const renewed = await completeCertificates(existing.certificates, { step: nextAuthority, days });
  return { secrets: { ...secrets, certificates: renewed.certificates }, created: [...created, ...renewed.created] };
}

const lockMs = 60_000;

/**
 * Changes a volume's installation.json while holding a lock file.
 * @param {string} folder
 * @param {(existing: Installation) => Promise<{ secrets: Installation, created: string[] }>} change
 */
async function changeInstallation(folder, change) {
  const file = join(folder, 'installation.json');
  const lock = `${file}.lock`;
  const isLocked = () => {
    try {
      writeFileSync(lock, '', { mode: 0o400, flag: 'wx' });
      return true;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      // Its process was killed.
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Math.abs(Date.now() - since) > lockMs) rmSync(lock, { force: true });
      return false;
    }
  };
  while (!isLocked()) await wait(100);
  try {
    const changed = await change(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
    if (changed.created.length > 0) writeSecret(file, `${JSON.stringify(changed.secrets, null, 2)}\n`, 0);
    return changed;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} folder @param {string} name @param {ReturnType<typeof consumers>[string]} consumer */
function writeConsumer(folder, name, { user, files }) {
  mkdirSync(join(folder, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeSecret(join(folder, name, file), text, user);
}

/** @param {string} folder @param {string[]} others */
async function intoVolume(folder, others) {
  const { created } = await changeInstallation(folder, async (existing) => {
    const completed = await complete(existing);
    for (const [name, consumer] of Object.entries(consumers(completed.secrets))) writeConsumer(folder, name, consumer);
    return completed;
  });
  // For the keys that the store accepts (store-setup.sh).
  const serviceUserId = 10_001;
  for (const owned of [join(folder, 'store'), ...others]) {
    mkdirSync(owned, { recursive: true });
    // Afterwards this process may no longer change it.
    if (statSync(owned).uid === serviceUserId) continue;
    chmodSync(owned, 0o700);
    chownSync(owned, serviceUserId, serviceUserId);
  }
  printLine(created.length > 0 ? `created ${created.join(', ')}` : 'every secret exists');
  if (created.includes('adminPassword'))
    introduceAdmin('docker compose exec -T auth cat /run/secrets/site/admin-password');
}

const renewalIntervalMs = 60_000;
/** Its age shows whether renewal works (healthcheck in core.yml). */
const lastRenewalFile = '/tmp/last-renewal';

/** Renews a volume's certificates. @param {string} folder */
async function renewInVolume(folder) {
  const { created } = await changeInstallation(folder, async (existing) => {
    const { certificates, created } = await completeCertificates(existing.certificates, { days });
    const secrets = { ...existing, certificates };
    if (created.length > 0)
      for (const [name, consumer] of Object.entries(certificateConsumers(secrets)))
        writeConsumer(folder, name, consumer);
    return { secrets, created };
  });
  if (created.length > 0) printLine(`renewed: ${created.join(', ')}`);
}

/** @param {string} folder @returns {Promise<never>} */
async function keepRenewed(folder) {
  for (;;) {
    await renewInVolume(folder);
    writeFileSync(lastRenewalFile, '');
    await wait(renewalIntervalMs);
  }
}

/** The pod's API credentials (kubernetes.io, "Accessing the Kubernetes API from a Pod"). */
const account = process.env.SERVICE_ACCOUNT_FOLDER ?? '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Calls the API for this namespace's Secrets.
 * @param {string} method
 * @param {string} [name]
 * @param {object} [body]
 * @throws for a status other than 2xx, 404 and 409
 */
async function callApi(method, name, body) {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
  const api = process.env.KUBERNETES_API ?? `https://${host?.includes(':') ? `[${host}]` : host}:${port}`;
  const namespace = readFileSync(join(account, 'namespace'), 'utf8').trim();
  const response = await fetch(`${api}/api/v1/namespaces/${namespace}/secrets${name ? `/${name}` : ''}`, {
    method,
    headers: {
      Authorization: `Bearer ${readFileSync(join(account, 'token'), 'utf8').trim()}`,
      'Content-Type': 'application/json',
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok && response.status !== 404 && response.status !== 409)
    throw new Error(`the Kubernetes API returned ${response.status} for ${method} of a Secret`);
  return { status: response.status, body: /** @type {Secret} */ (await response.json()) };
}

/** Annotation with a hash of our content; if it differs or is missing, others changed or made the Secret. */
const mark = 'arkansas-weather/made';
const markOf = (/** @type {Record<string, string>} */ data) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(data).sort()))
    .digest('hex');

/** They list a release's permissions, so they are replaced even without the annotation. */
const tables = ['postgres-roles', 'redis', 'store-keys'];

/** @param {string} name @param {Files} files */
function secretObject(name, files) {
  const data = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, Buffer.from(text).toString('base64')]),
  );
  const labels = { 'app.kubernetes.io/part-of': 'arkansas-weather' };
  /** @type {Secret['metadata']} */
  const metadata = { name, labels, annotations: { [mark]: markOf(data) } };
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data };
}

/**
 * Returns whether a Secret is unchanged since we wrote it. Without the annotation, it must have our label and the files
 * in `before`.
 * @param {Secret} secret
 * @param {Files} [before]
 */
function isUnmodified({ metadata, data = {} }, before = {}) {
  const digest = metadata.annotations?.[mark];
  if (digest) return digest === markOf(data);
  if (metadata.labels?.['app.kubernetes.io/part-of'] !== 'arkansas-weather') return false;
  const text = (/** @type {string} */ file) => Buffer.from(data[file] ?? '', 'base64').toString('utf8');
  return tables.includes(metadata.name) || Object.keys(data).every((file) => text(file) === before[file]);
}

/**
 * Creates a Secret, or renews one that is unchanged since we wrote it.
 * @param {string} name
 * @param {Files} files
 * @param {Files} [before] its files as written by an earlier run
 * @returns false when others made or changed it
 */
async function storeSecret(name, files, before) {
  const expected = secretObject(name, files);
  const { status, body: existingSecret } = await callApi('GET', name);
  const there = status === 200;
  if (there && !isUnmodified(existingSecret, before)) return false;
  if (there && existingSecret.metadata.annotations?.[mark] === markOf(expected.data)) return true;
  if (there) expected.metadata.resourceVersion = existingSecret.metadata.resourceVersion;
  const stored = there ? await callApi('PUT', name, expected) : await callApi('POST', undefined, expected);
  if (stored.status === 409) throw new Error(`the Secret ${name} was just changed by another process`);
  return true;
}

async function intoCluster() {
  const existingSecret = await callApi('GET', 'installation');
  const text =
    existingSecret.status === 200
      ? Buffer.from(existingSecret.body.data?.['installation.json'] ?? '', 'base64').toString('utf8')
      : '{}';
  const existing = JSON.parse(text);
  const { secrets, created } = await complete(existing);
  const installation = (/** @type {Installation} */ all) => ({ 'installation.json': JSON.stringify(all) });
  if (created.length > 0 && !(await storeSecret('installation', installation(secrets), installation(existing))))
    throw new Error('the Secret installation was changed by hand; revert the change, or remove it to start over');
  const before = consumers(completeSecrets(existing).secrets);
  const others = [];
  for (const [name, { files }] of Object.entries(consumers(secrets)))
    if (!(await storeSecret(name, files, before[name]?.files))) others.push(name);
  if (others.length > 0) printLine(`made or changed by hand, and left unchanged: ${others.join(', ')}`);
  printLine(created.length > 0 ? `created ${created.join(', ')}` : 'every secret exists');
  if (created.includes('adminPassword')) {
    const namespace = readFileSync(join(account, 'namespace'), 'utf8').trim();
    introduceAdmin(`kubectl -n ${namespace} get secret auth -o jsonpath='{.data.admin-password}' | base64 -d`);
  }
}

try {
  if (mode === 'volume' && folder) await intoVolume(folder, others);
  else if (mode === 'renew' && folder) await keepRenewed(folder);
  else if (mode === 'cluster') await intoCluster();
  else throw new Error('usage: setup.mjs volume <folder> | renew <folder> | cluster');
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  process.stderr.write(`setup: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}\n`);
  process.exit(1);
}
