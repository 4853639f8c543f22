/** Node's flags and the environment variables of local mode's processes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOfMachine } from '../../services/platform/local/machine-environment.mjs';
import { root } from '../lib/checkout.mjs';

const preloaded = (/** @type {string} */ file) => ['--import', pathToFileURL(join(root, 'scripts/lib', file)).href];
/** Frees garbage from the start: a dozen processes share one machine. */
export const thrifty = ['--expose-gc', ...preloaded('collect-idle-garbage.mjs'), ...preloaded('source-maps.mjs')];
/**
 * For latency-critical processes: fully optimized code, and a large young generation, so that collections are rare. The
 * limit keeps the old generation from growing to three times the size needed.
 */
const quick = ['--max-semi-space-size=16', '--max-old-space-size=256', ...thrifty];
/** For the others: half the speed under full load, a tenth less memory. */
const small = ['--max-semi-space-size=2', '--optimize-for-size', ...thrifty];
const waitedFor = ['gateway', 'content', 'submissions'];
/** Returns Node's flags for a process: tuned for latency or for memory. @param {string} name */
export const flagsOf = (name) => (name === 'simulator' ? [] : waitedFor.includes(name) ? quick : small);

const database = ['DATABASE_URL', 'REDIS_URL'];
const objects = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'];
/**
 * @typedef {object} ProductProcess
 * @property {string} workspace
 * @property {string} [program] default: `main`
 * @property {string[]} [starts] programs that it starts itself
 * @property {string} [peer] its name in its certificate
 * @property {Record<string, string>} [variables]
 * @property {string[]} secrets it gets no others
 */

/** @satisfies {Record<string, ProductProcess>} */
const behindGateway = {
  auth: {
    workspace: 'services/auth',
    secrets: [
      ...database,
      'JWT_PRIVATE_KEY',
      'JWT_PRIVATE_KEY_PREVIOUS',
      'SECOND_FACTOR_KEY',
      'SECOND_FACTOR_KEY_PREVIOUS',
      'ADMIN_PASSWORD',
    ],
  },
  content: { workspace: 'services/content', secrets: database },
  submissions: {
    workspace: 'services/submissions',
    secrets: [...database, ...objects, 'MAIL_REPORTS_SECRET'],
  },
  weather: {
    workspace: 'services/weather-proxy',
    peer: 'weather-proxy',
    secrets: [
      'DATABASE_URL',
      ...objects,
      'WEATHERAPI_KEY',
      'OPENWEATHER_KEY',
      'FACEBOOK_PAGE_ACCESS_TOKEN',
      'NWWS_USER',
      'NWWS_PASSWORD',
    ],
  },
  notifications: {
    workspace: 'services/notifications',
    variables: { NOTIFICATIONS_SENDER: 'inside' },
    secrets: [
      'DATABASE_URL',
      'NOTIFICATIONS_KEY',
      'NOTIFICATIONS_KEY_PREVIOUS',
      'NOTIFICATIONS_HASH_KEY',
      'VAPID_PRIVATE_KEY',
      'SMTP_URL',
      'SMS_AUTH_TOKEN',
      'MAIL_REPORTS_SECRET',
    ],
  },
  worker: {
    workspace: 'services/submissions',
    program: 'worker',
    secrets: [...database, 'SMTP_URL', 'MAIL_REPORTS_SECRET', 'MAIL_REPORTS_MAILBOX'],
  },
  'picture-worker': {
    workspace: 'services/submissions',
    program: 'picture-worker',
    // It decodes strangers' files.
    variables: { AUTH_GRPC_ADDRESS: '', WEATHER_GRPC_ADDRESS: '', NOTIFICATIONS_GRPC_ADDRESS: '' },
    secrets: [...database, ...objects],
  },
};
/** @typedef {keyof typeof behindGateway} Part */
/** @typedef {Part | 'gateway' | 'simulator'} ProcessName */

export const parts = /** @type {Part[]} */ (Object.keys(behindGateway));

/** @type {Record<ProcessName, ProductProcess>} */
export const processes = {
  ...behindGateway,
  gateway: { workspace: 'gateway', secrets: ['REDIS_URL', ...objects] },
  simulator: { workspace: 'simulator', secrets: [] },
};
/** Of migrations and samples. */
const setupSecrets = [...database, 'MIGRATION_DATABASE_URL', ...objects];
/** Of the commands for backups. */
const commandSecrets = ['BACKUP_PASSWORD', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'];
const allSecrets = [...Object.values(processes).flatMap(({ secrets }) => secrets), ...setupSecrets, ...commandSecrets];

/** Returns the variables of .env.example (scripts/docs.test.ts). */
const settings = () =>
  [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
/**
 * Selects the machine's variables, the product's settings, and the process's own secrets.
 * @param {ProcessName | 'setup'} name
 * @param {Record<string, string | undefined>} [environment]
 */
export function environmentOf(name, environment = process.env) {
  const programSecrets = name === 'setup' ? setupSecrets : processes[name].secrets;
  const others = allSecrets.filter((secret) => !programSecrets.includes(secret));
  const allowed = new Set([...settings(), ...programSecrets].filter((setting) => !others.includes(setting)));
  const isAllowed = (/** @type {string} */ variable) =>
    isOfMachine(variable) ||
    variable.startsWith('OTEL_') ||
    allowed.has(variable.replace(/_FILE$/, '')) ||
    allowed.has(variable);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([variable, value]) =>
      value !== undefined && isAllowed(variable) ? [[variable, value]] : [],
    ),
  );
}
/** Otherwise glibc keeps a heap for each thread. */
export const smallHeaps = { MALLOC_ARENA_MAX: '2' };
