/** Local mode's secrets. As in compose, with a database role and an object store key for each process. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { allRoles, rolesSql } from '../compose/roles.mjs';
import { completeSecrets, sharedMakers, storeKeyOf } from '../compose/secrets.mjs';
import { storeAccess } from '../compose/store-access.mjs';
import { recipientOf } from '../lib/age-keys.mjs';

const makers = {
  ...sharedMakers,
  s3AccessKey: () => randomBytes(10).toString('hex'),
  s3SecretKey: () => randomBytes(20).toString('hex'),
};

const fileOf = (dataDir) => join(dataDir, 'secrets.json');
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const write = (path, secrets) => writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });

/**
 * Returns the first admin's email, and the password only at the start that generated it, so that it's logged once.
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

/** Generates and stores missing secrets. */
export function loadSecrets(dataDir) {
  const path = fileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const { secrets, created } = completeSecrets(read(path), makers);
  if (created.length > 0) write(path, secrets);
  const keyFile = join(dataDir, 'backup-key.txt');
  if (!existsSync(keyFile))
    writeFileSync(
      keyFile,
      `# Decrypts the backups of this installation. Keep a copy away from this machine, and apart from the backups.\n# public key: ${recipientOf(secrets.backupIdentity)}\n${secrets.backupIdentity}\n`,
      { mode: 0o600 },
    );
  return secrets;
}

/**
 * Idempotent.
 * @param url a superuser's address
 * @returns {Promise<Record<string, string>>} the address for each role
 */
export async function prepareRoles(url, secrets) {
  const passwords = Object.fromEntries(allRoles.map((role) => [role, secrets[`${role}Password`]]));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(rolesSql(passwords, client.escapeIdentifier(new URL(url).pathname.slice(1))));
  } finally {
    await client.end();
  }
  return Object.fromEntries(
    allRoles.map((role) => {
      const address = new URL(url);
      Object.assign(address, { username: role, password: passwords[role] });
      return [role, address.href];
    }),
  );
}

/** Returns key pairs with their permissions, by name. */
export const storeKeys = (secrets) =>
  Object.fromEntries(
    Object.entries(storeAccess).map(([name, access]) => [name, { ...storeKeyOf(secrets, name), access }]),
  );
