/** An installation's secrets. Each process has a folder (compose) or Secret (Kubernetes) with only those it needs. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { leafFiles, peers } from '../../services/platform/local/certificates.mjs';
import { redisUsers } from './redis-users.mjs';
import { allRoles, rolesSql } from './roles.mjs';
import { storeAccess, storePolicy } from '../../services/platform/local/store-access.mjs';

/** @typedef {import('./roles.mjs').Role} Role */
/** @typedef {keyof typeof storeAccess} StoreUser */
/** @typedef {keyof typeof redisUsers} RedisUser */
/**
 * @typedef {'adminPassword' | 'jwtPrivateKey' | 'secondFactorKey' | 'notificationsKey' | 'notificationsHashKey' |
 *   'mailReportsSecret' | 'vapidPrivateKey' | 'postgresPassword' | `${Role}Password` |
 *   `store${Capitalize<StoreUser>}${'Access' | 'Secret'}Key`} SharedName
 * @typedef {SharedName | `redis${Capitalize<RedisUser>}Password` | 'storeRootUser' | 'storeRootPassword' |
 *   'backupPassword'} SecretName
 * @typedef {Record<SecretName, string>} Secrets
 * @typedef {(typeof replaceableKeys)[keyof typeof replaceableKeys]} ReplaceableName
 */
/**
 * @typedef {Partial<Record<SecretName | `${ReplaceableName}Previous` | 'storeAccessKey', string>> &
 *   { certificates?: import('../../services/platform/local/certificates.mjs').Certificates }} Installation as stored; secrets may be missing
 */

/** Hexadecimal needs no escaping in URLs, SQL and shells. */
const random = (/** @type {number} */ bytes) => randomBytes(bytes).toString('hex');

/** Generates a typeable password without characters that look alike. */
function readablePassword() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const letter = () => {
    // Bytes beyond the last whole multiple of the alphabet would favor its first letters.
    for (;;) {
      const byte = randomBytes(1).readUInt8();
      if (byte < 256 - (256 % letters.length)) return letters[byte % letters.length];
    }
  };
  return Array.from({ length: 5 }, () => Array.from({ length: 4 }, letter).join('')).join('-');
}

const storeKeys = /** @type {StoreUser[]} */ (Object.keys(storeAccess));
/** @template {string} T @param {T} word */
const capital = (word) => /** @type {Capitalize<T>} */ (`${word.charAt(0).toUpperCase()}${word.slice(1)}`);

const redisEntries = /** @type {[RedisUser, string][]} */ (Object.entries(redisUsers));

const roleMakers = /** @type {Record<`${Role}Password`, () => string>} */ (
  Object.fromEntries(allRoles.map((role) => [`${role}Password`, () => random(20)]))
);
const redisMakers = /** @type {Record<`redis${Capitalize<RedisUser>}Password`, () => string>} */ (
  Object.fromEntries(redisEntries.map(([user]) => [`redis${capital(user)}Password`, () => random(20)]))
);
// MinIO allows at most 20 characters for names and 40 for keys.
const storeMakers = /** @type {Record<`store${Capitalize<StoreUser>}${'Access' | 'Secret'}Key`, () => string>} */ (
  Object.fromEntries(
    storeKeys.flatMap((name) => [
      [`store${capital(name)}AccessKey`, () => random(10)],
      [`store${capital(name)}SecretKey`, () => random(20)],
    ]),
  )
);

/** Also used by local mode. @type {Record<SharedName, () => string>} */
export const sharedMakers = {
  adminPassword: readablePassword,
  jwtPrivateKey: () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  // Encrypts authenticator secrets.
  secondFactorKey: () => random(32),
  // Encrypt and hash subscribers' addresses.
  notificationsKey: () => random(32),
  notificationsHashKey: () => random(32),
  // Signs return paths, and authenticates the mail provider's reports.
  mailReportsSecret: () => random(24),
  // Replacing it forces every browser to resubscribe.
  vapidPrivateKey: () =>
    String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d),
  postgresPassword: () => random(20),
  ...roleMakers,
  ...storeMakers,
};

const composeMakers = {
  ...sharedMakers,
  ...redisMakers,
  storeRootUser: () => random(10),
  storeRootPassword: () => random(20),
  // Encrypts the repository of backups.
  backupPassword: () => random(20),
};

/**
 * Adds missing secrets.
 * @template {Partial<Record<Name, unknown>>} Existing
 * @template {string} [Name=SecretName]
 * @param {Existing} existing
 * @param {Record<Name, () => string>} [makers]
 * @returns all secrets, and the names of the new ones
 */
export function completeSecrets(existing, makers = /** @type {Record<string, () => string>} */ (composeMakers)) {
  const created = /** @type {Name[]} */ (Object.keys(makers)).filter((name) => !existing[name]);
  const added = Object.fromEntries(created.map((name) => [name, makers[name]()]));
  return { secrets: /** @type {Existing & Record<Name, string>} */ ({ ...existing, ...added }), created };
}

/** Their previous key stays valid. */
export const replaceableKeys = /** @type {const} */ ({
  session: 'jwtPrivateKey',
  factor: 'secondFactorKey',
  notifications: 'notificationsKey',
});

/**
 * Retires a key: `completeSecrets` generates another one; readers still accept the old one.
 * @param {Installation} secrets
 * @param {keyof typeof replaceableKeys} kind
 * @returns {Installation}
 */
export function retireKey(secrets, kind) {
  const name = replaceableKeys[kind];
  if (!secrets[name]) throw new Error(`there is no ${kind} key yet`);
  return { ...secrets, [name]: '', [`${name}Previous`]: secrets[name] };
}

/**
 * Returns a process's certificate and trusted authorities; empty texts before they exist.
 * @param {Installation} secrets
 * @param {string} peer
 */
function certificateFiles({ certificates }, peer) {
  const { certificate = '', key = '' } = certificates?.leaves[peer] ?? {};
  const authority = (certificates?.authorities ?? []).map((each) => each.certificate).join('');
  return leafFiles({ certificate, key, authority });
}

/** Users: 10001 is ours. @param {Record<string, string>} files */
const withServiceUser = (files) => ({ user: 10_001, files });

/** Each process's certificate, separate because cert-manager can also create these. @param {Installation} secrets */
export const certificateConsumers = (secrets) =>
  Object.fromEntries(peers.map((peer) => [`tls-${peer}`, withServiceUser(certificateFiles(secrets, peer))]));

const database = 'arkansas_weather';

/** @param {Record<`${Role}Password`, string>} secrets @returns {Record<Role, string>} by role */
export const passwordsOfRoles = (secrets) =>
  /** @type {Record<Role, string>} */ (Object.fromEntries(allRoles.map((role) => [role, secrets[`${role}Password`]])));

/** Limits each user to the commands and keys it needs; `health` may only PING. @param {Secrets} secrets */
const redisAcl = (secrets) =>
  [
    'user default off',
    'user health on nopass resetchannels -@all +ping',
    ...redisEntries.map(([user, rules]) => {
      const hash = createHash('sha256')
        .update(secrets[`redis${capital(user)}Password`])
        .digest('hex');
      return `user ${user} on #${hash} resetchannels ${rules}`;
    }),
    '',
  ].join('\n');

/** @param {Record<SharedName, string>} secrets @param {StoreUser} name */
export const storeKeyOf = (secrets, name) => ({
  accessKey: secrets[`store${capital(name)}AccessKey`],
  secretKey: secrets[`store${capital(name)}SecretKey`],
});
/** @param {ReturnType<typeof storeKeyOf>} key */
const asFiles = ({ accessKey, secretKey }) => ({ 'access-key': accessKey, 'secret-key': secretKey });

/** Includes the formerly shared key, to be removed. @param {Secrets & Installation} secrets */
const keysOfStore = (secrets) => ({
  ...Object.fromEntries(
    storeKeys.flatMap((name) => [
      [`${name}.access-key`, storeKeyOf(secrets, name).accessKey],
      [`${name}.secret-key`, storeKeyOf(secrets, name).secretKey],
      [`${name}.policy`, JSON.stringify(storePolicy(storeAccess[name]))],
    ]),
  ),
  ...(secrets.storeAccessKey && { 'retired.access-key': secrets.storeAccessKey }),
});

/**
 * Returns the secrets by reader. Users: 10001 is ours, 999 is Postgres and Redis in their official images.
 * @param {Secrets & Installation} secrets
 * @returns {Record<string, { user: number, files: Record<string, string> }>}
 */
export function consumers(secrets) {
  const address = (/** @type {Role} */ role) =>
    `postgresql://${role}:${secrets[`${role}Password`]}@postgres:5432/${database}`;
  const redis = (/** @type {RedisUser} */ user) => ({
    'redis-url': `redis://${user}:${secrets[`redis${capital(user)}Password`]}@redis:6379`,
  });
  const reports = { 'mail-reports-secret': secrets.mailReportsSecret };
  return {
    ...certificateConsumers(secrets),
    gateway: withServiceUser(redis('gateway')),
    auth: withServiceUser({
      'database-url': address('auth'),
      ...redis('auth'),
      'jwt-private-key': secrets.jwtPrivateKey,
      'second-factor-key': secrets.secondFactorKey,
      ...(secrets.jwtPrivateKeyPrevious && { 'jwt-private-key-previous': secrets.jwtPrivateKeyPrevious }),
      ...(secrets.secondFactorKeyPrevious && { 'second-factor-key-previous': secrets.secondFactorKeyPrevious }),
      'admin-password': secrets.adminPassword,
    }),
    content: withServiceUser({ 'database-url': address('content'), ...redis('content') }),
    submissions: withServiceUser({ 'database-url': address('submissions'), ...redis('submissions'), ...reports }),
    worker: withServiceUser({ 'database-url': address('submissions'), ...redis('worker'), ...reports }),
    'picture-worker': withServiceUser({ 'database-url': address('pictures'), ...redis('pictures') }),
    'weather-proxy': withServiceUser({ 'database-url': address('weather') }),
    notifications: withServiceUser({
      'database-url': address('notifications'),
      'notifications-key': secrets.notificationsKey,
      'notifications-hash-key': secrets.notificationsHashKey,
      'vapid-private-key': secrets.vapidPrivateKey,
      ...reports,
      ...(secrets.notificationsKeyPrevious && { 'notifications-key-previous': secrets.notificationsKeyPrevious }),
    }),
    migrations: withServiceUser({ 'database-url': address('migrator') }),
    // Read-only.
    backup: withServiceUser({ 'database-url': address('backup'), password: secrets.backupPassword }),
    // Only for restores.
    restore: withServiceUser({
      'database-url': address('migrator'),
      'access-key': secrets.storeRootUser,
      'secret-key': secrets.storeRootPassword,
      password: secrets.backupPassword,
    }),
    // Reads backups, but reaches only stores of its own.
    rehearsal: withServiceUser({ password: secrets.backupPassword }),
    postgres: { user: 999, files: { password: secrets.postgresPassword } },
    'postgres-roles': { user: 999, files: { 'roles.sql': rolesSql(passwordsOfRoles(secrets), database) } },
    redis: { user: 999, files: { 'users.acl': redisAcl(secrets) } },
    'store-root': withServiceUser({ 'access-key': secrets.storeRootUser, 'secret-key': secrets.storeRootPassword }),
    'store-keys': withServiceUser(keysOfStore(secrets)),
    // In compose, store-setup.sh writes these, because the store may accept only the root key.
    ...Object.fromEntries(
      storeKeys.map((name) => [`store-${name}`, withServiceUser(asFiles(storeKeyOf(secrets, name)))]),
    ),
  };
}
