import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOfMachine } from '../../services/platform/local/machine-environment.mjs';
import { root } from '../lib/checkout.mjs';

/** The processes of local mode: their names, Node options and secrets. */

const preloaded = (file) => ['--import', pathToFileURL(join(root, 'scripts/lib', file)).href];
/** For all processes: a dozen of them share one machine, so garbage from their start must be freed. */
export const thrifty = ['--expose-gc', ...preloaded('settle.mjs'), ...preloaded('source-maps.mjs')];
/**
 * For latency-critical processes: fully optimized code and a large young generation, so that collections are rare.
 * Without the limit, the old generation would grow to three times the size needed before a collection.
 */
const quick = ['--max-semi-space-size=16', '--max-old-space-size=256', ...thrifty];
/** For the others: half the speed under full load, a tenth less memory. */
const small = ['--max-semi-space-size=2', '--optimize-for-size', ...thrifty];
const waitedFor = ['gateway', 'content', 'submissions'];
export const flagsOf = (name) => (waitedFor.includes(name) ? quick : small);
/** The processes behind the gateway. */
export const parts = ['auth', 'content', 'submissions', 'weather', 'notifications', 'worker', 'picture-worker'];
/** The secrets that each process needs. It gets no others, not even those in our own environment. */
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
  /** Migrations and samples. */
  setup: [...database, 'MIGRATION_DATABASE_URL', ...objects],
  simulator: [],
};
/** Every variable that a process of the product reads: .env.example explains each (scripts/docs.test.ts). */
const settings = () =>
  [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
/** Secrets that no process needs: backups are made by a command. */
const ofNone = ['BACKUP_IDENTITY'];
/**
 * Selects a process's variables from this process's environment: those of the machine, the product's settings, and its
 * own secrets, but not, for example, keys for other programs.
 */
export function environmentOf(name, environment = process.env) {
  const own = secretsOf[name];
  const others = [...Object.values(secretsOf).flat(), ...ofNone].filter((secret) => !own.includes(secret));
  const allowed = new Set([...settings(), ...own].filter((setting) => !others.includes(setting)));
  const isAllowed = (variable) =>
    isOfMachine(variable) ||
    variable.startsWith('OTEL_') ||
    allowed.has(variable.replace(/_FILE$/, '')) ||
    allowed.has(variable);
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => isAllowed(variable)));
}
/** The process that decodes strangers' files doesn't even get the addresses of other services. */
export const notForPictures = { AUTH_GRPC_ADDRESS: '', WEATHER_GRPC_ADDRESS: '', NOTIFICATIONS_GRPC_ADDRESS: '' };
/** Otherwise glibc keeps a heap for each thread. */
export const smallHeaps = { MALLOC_ARENA_MAX: '2' };
