import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeIdentity, recipientOf } from '../lib/age-keys.mjs';
import { credentialMakers } from './credentials.mjs';

const random = (bytes) => randomBytes(bytes).toString('base64url');

/**
 * Generates a password that can be read from a terminal and typed: five groups of four letters and digits that don't
 * look alike.
 */
function readablePassword() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 5 }, () =>
    Array.from(randomBytes(4), (byte) => letters[byte % letters.length]).join(''),
  ).join('-');
}

const makers = {
  postgresPassword: () => random(18),
  s3AccessKey: () => random(12),
  s3SecretKey: () => random(30),
  ...credentialMakers(random),
  backupIdentity: makeIdentity,
  adminPassword: readablePassword,
  jwtPrivateKey: () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  secondFactorKey: () => random(32),
  // 32 bytes each: encrypt subscribers' addresses, and hash them for lookup.
  notificationsKey: () => random(32),
  notificationsHashKey: () => random(32),
  // Identifies us to push services and browsers: replacing it forces every browser to subscribe again.
  vapidPrivateKey: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d,
};

const fileOf = (dataDir) => join(dataDir, 'secrets.json');
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const write = (path, secrets) => writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });

/**
 * Returns the first admin's email, and whether its password was already shown: it is shown only at the start that
 * generated it.
 * @param {string} email of an admin created at this start
 */
export function introduceAdmin(dataDir, email) {
  const path = fileOf(dataDir);
  const secrets = read(path);
  if (secrets.adminEmail) return { email: secrets.adminEmail, shown: true };
  write(path, { ...secrets, adminEmail: email });
  return { email, shown: false };
}

/** Returns the secrets of this data folder. Generates and stores missing ones, readable only by their owner. */
export function loadSecrets(dataDir) {
  const path = fileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const secrets = read(path);
  const missing = Object.keys(makers).filter((name) => !secrets[name]);
  for (const name of missing) secrets[name] = makers[name]();
  if (missing.length > 0) write(path, secrets);
  const keyFile = join(dataDir, 'backup-key.txt');
  if (!existsSync(keyFile))
    writeFileSync(
      keyFile,
      `# Decrypts the backups of this installation. Keep a copy away from this machine, and apart from the backups.\n# public key: ${recipientOf(secrets.backupIdentity)}\n${secrets.backupIdentity}\n`,
      { mode: 0o600 },
    );
  return secrets;
}
