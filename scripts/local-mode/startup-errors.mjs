/** Why `npm start` fails: the cause and the fix, in one line. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Its message already names the cause and the fix. */
export class CannotStart extends Error {}

/** @param {string} path */
function existing(path) {
  try {
    while (!existsSync(path) && path !== dirname(path)) path = dirname(path);
  } catch {
    // Named unchanged if it can't be inspected.
  }
  return path;
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return `, which belongs to user ${statSync(existing(path)).uid}`;
  } catch {
    return '';
  }
}

const isFull = /\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded/;
const isReadOnly = /\bEROFS\b|Read-only file system/;
const isForbidden = /\bEACCES\b|\bEPERM\b|Permission denied|wrong ownership|could not access directory/;

/**
 * @param {Error} error
 * @param {string} dataDir the product's data folder
 */
export function explain(error, dataDir) {
  const { message, code = '', path = dataDir } = /** @type {NodeJS.ErrnoException} */ (error);
  if (error instanceof CannotStart) return message;
  if (isFull.test(message))
    return `The disk that holds ${path} is full: free some space, or set DATA_DIR to a folder on another disk. (${message})`;
  if (/\b(ENOTDIR|EEXIST)\b/.test(code)) return `${path} is below a file: set DATA_DIR to another folder.`;
  if (isReadOnly.test(message))
    return `${path} is on a read-only file system: set DATA_DIR to a folder that you can write to. (${message})`;
  if (isForbidden.test(message)) {
    const user = process.getuid?.();
    const fix = user === undefined ? 'allow it' : `run "chown -R ${user} '${dataDir}'" as root`;
    return `User ${user ?? ''} can't use ${path}${ownerOf(path)}: ${fix}, or set DATA_DIR to another folder. (${message})`;
  }
  return message;
}

/**
 * Explains why the address can't be used.
 * @param {string} code of the error, such as "EADDRINUSE"
 * @param {{ port: number, host: string, command?: string }} options
 */
export function explainListening(code, { port, host, command = 'start' }) {
  const script = command === 'start' ? 'npm start' : `npm run ${command}`;
  if (code === 'EACCES')
    return `Port ${port} needs more privileges than this user has. Choose one above 1023: PORT=8080 ${script}`;
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or choose another: PORT=8081 ${script}`;
  return `HOST=${host} is not an address of this machine (${code}). Set HOST to 127.0.0.1, or to 0.0.0.0 for every address.`;
}

/** Without these settings, this launcher would use its embedded components. Each may also be given as NAME_FILE. */
const neededInProduction = () => [
  'DATABASE_URL',
  'S3_ENDPOINT',
  ...(process.env.S3_CREDENTIALS === 'role' ? [] : ['S3_ACCESS_KEY', 'S3_SECRET_KEY']),
  'PUBLIC_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'JWT_PRIVATE_KEY',
  'SECOND_FACTOR_KEY',
  'NOTIFICATIONS_KEY',
  'NOTIFICATIONS_HASH_KEY',
  'VAPID_PRIVATE_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  ...(process.env.TRUSTED_PROXY_RANGES_FILE ? [] : ['TRUSTED_PROXY_CIDR']),
];

/** @param {{ simulated: boolean }} options @throws naming the missing settings */
export function assertProductionSettings({ simulated }) {
  if (process.env.NODE_ENV !== 'production') return;
  if (simulated)
    throw new CannotStart("NODE_ENV=production doesn't allow recorded weather: start it without --simulated.");
  const missing = neededInProduction().filter((name) => !process.env[name] && !process.env[`${name}_FILE`]);
  if (missing.length > 0)
    throw new CannotStart(
      `NODE_ENV=production doesn't allow the embedded stores and development defaults of npm start: set ${missing.join(', ')} (docs/operations/configure.md).`,
    );
}
