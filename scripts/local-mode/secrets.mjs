/** Local mode's secrets. As in compose, with a database role and an object store key for each process. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { allRoles, rolesSql } from '../compose/roles.mjs';
import { completeSecrets, passwordsOfRoles, sharedMakers, storeKeyOf } from '../compose/secrets.mjs';
import { storeAccess } from '../../services/platform/local/store-access.mjs';

/** @typedef {Record<keyof typeof makers, string> & { adminEmail?: string }} Secrets */

const makers = {
  ...sharedMakers,
  s3AccessKey: () => randomBytes(10).toString('hex'),
  s3SecretKey: () => randomBytes(20).toString('hex'),
};

const fileOf = (/** @type {string} */ dataDir) => join(dataDir, 'secrets.json');
/** @param {string} path @returns {Secrets} */
const read = (path) => JSON.parse(existsSync(path) ? readFileSync(path, 'utf8') : '{}');
/** @param {string} path @param {Secrets} secrets */
const write = (path, secrets) => writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });

/**
 * Returns the first admin's email, and the password only at the start that generated it, so that it's logged once.
 * @param {string} dataDir
 * @param {string} email of an admin created at this start
 */
export function introduceAdmin(dataDir, email) {
  const path = fileOf(dataDir);
  const { adminEmail, ...secrets } = read(path);
  if (adminEmail)
    return { email: adminEmail, password: `(the password was shown at the first start; it is in ${path})` };
  write(path, { ...secrets, adminEmail: email });
  return { email, password: secrets.adminPassword };
}

/** Generates and stores missing secrets. @param {string} dataDir */
export function loadSecrets(dataDir) {
  const path = fileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const { secrets, created } = completeSecrets(read(path), makers);
  if (created.length > 0) write(path, secrets);
  return secrets;
}

/**
 * Idempotent.
 * @param {Secrets} secrets
 * @param {string} url a superuser's address
 * @returns the address for each role
 */
export async function prepareRoles(url, secrets) {
  const passwords = passwordsOfRoles(secrets);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(rolesSql(passwords, client.escapeIdentifier(new URL(url).pathname.slice(1))));
  } finally {
    await client.end();
  }
  const addresses = Object.fromEntries(
    allRoles.map((role) => {
      const address = new URL(url);
      Object.assign(address, { username: role, password: passwords[role] });
      return [role, address.href];
    }),
  );
  return /** @type {Record<import('../compose/roles.mjs').Role, string>} */ (addresses);
}

/** @typedef {keyof typeof storeAccess} StoreUser */
/** @typedef {ReturnType<typeof storeKeyOf> & { access: import('../../services/platform/local/store-access.mjs').StoreAccess }} StoreKey */

/** Returns key pairs with their permissions, by name. @param {Secrets} secrets */
export const storeKeys = (secrets) => {
  const users = /** @type {StoreUser[]} */ (Object.keys(storeAccess));
  const keys = users.map((name) => [name, { ...storeKeyOf(secrets, name), access: storeAccess[name] }]);
  return /** @type {Record<StoreUser, StoreKey>} */ (Object.fromEntries(keys));
};
