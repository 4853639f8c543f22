import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultState } from '../../regions/choice.mjs';
import { unprivilegedUser } from '../../services/platform/local/postgres-location.mjs';
import { root } from '../lib/checkout.mjs';
import { log } from '../lib/log.mjs';
import { CannotStart } from './startup-errors.mjs';

/**
 * Separates simulated weather, which must not be mistaken for real weather later.
 * @param {string} code
 * @param {boolean} simulated
 */
const defaultFolder = (code, simulated) =>
  ['.data', ...(code === defaultState ? [] : [code.toLowerCase()]), ...(simulated ? ['simulated'] : [])].join('/');

/** Resolves a relative DATA_DIR below the checkout. @param {string} code @param {{ simulated?: boolean }} [options] */
export const dataDirOf = (code, { simulated = false } = {}) =>
  resolve(root, process.env.DATA_DIR || defaultFolder(code, simulated));

/** The last commit that starts with data from before version 1.0, whose tables can't be upgraded. */
const lastBefore1 = '725558e2';

/**
 * Marks a new folder as one of version 1.0 or later.
 * @param {string} dataDir
 * @throws {CannotStart} if its data is older
 */
export function rejectOldData(dataDir) {
  const file = join(dataDir, 'format');
  if (existsSync(join(dataDir, 'secrets.json')) && !existsSync(file))
    throw new CannotStart(
      `${dataDir} was made before version 1.0: set DATA_DIR to another folder, or check out commit ${lastBefore1}, which still runs it.`,
    );
  writeFileSync(file, '1\n', { mode: 0o600 });
}

/**
 * Records the folder's state.
 * @param {string} dataDir
 * @param {string} code
 * @throws {CannotStart} if it has another state's data
 */
export function bindToState(dataDir, code) {
  const file = join(dataDir, 'state');
  const storedCode = existsSync(file) ? readFileSync(file, 'utf8').trim() : code;
  if (storedCode !== code)
    throw new CannotStart(
      `${dataDir} has the data of STATE=${storedCode}, not of STATE=${code}: set DATA_DIR to another folder.`,
    );
  writeFileSync(file, `${code}\n`, { mode: 0o600 });
}

const launchers = /(start|dev)\.mjs/;

const closedToOthers = 0o700;

/** Revokes permissions recursively; skips links. @param {string} path */
function close(path) {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  chmodSync(path, entry.mode & closedToOthers);
  if (entry.isDirectory()) for (const name of readdirSync(path)) close(join(path, name));
}

/**
 * Closes the data folder to other users: it contains unmoderated photos, mail and keys. Postgres closes its own
 * folders; started by root it runs as another user, who may traverse the folder.
 * @param {string} dataDir
 */
function closeDataDir(dataDir) {
  if (process.platform === 'win32') return;
  const wasOpen = (statSync(dataDir).mode & 0o007) !== 0;
  const isEmbedded = !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE;
  const server = isEmbedded ? unprivilegedUser() : undefined;
  if (server) chownSync(dataDir, process.getuid?.() ?? 0, server.gid);
  chmodSync(dataDir, server ? 0o710 : closedToOthers);
  if (!wasOpen) return;
  for (const name of readdirSync(dataDir)) if (!/^postgres(-|$)/.test(name)) close(join(dataDir, name));
}

/** @param {string} dataDir @returns a function that releases the lock */
export function lockDataDir(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: closedToOthers });
  try {
    closeDataDir(dataDir);
  } catch (error) {
    const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'EPERM') throw error;
    log('start', `other users can read ${path}: its owner must close it (chmod go= '${path}')`, 'warn');
  }
  const file = join(dataDir, 'launcher.pid');
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    let runs = pid !== process.pid && pid > 0;
    try {
      if (runs) process.kill(pid, 0);
      if (runs && process.platform === 'linux') runs = launchers.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      runs = false;
    }
    if (runs)
      throw new CannotStart(
        `The product is already running from ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
      );
  }
  writeFileSync(file, String(process.pid), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
