import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeIdentity, recipientOf } from '../lib/age-keys.mjs';
import { credentialMakers } from './credentials.mjs';

const random = (bytes) => randomBytes(bytes).toString('base64url');

/** A password that can be read from a terminal and typed: five groups of four letters and digits that do not look alike. */
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
  /** Opens the backups. */
  backupIdentity: makeIdentity,
  adminPassword: readablePassword,
  jwtPrivateKey: () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  secondFactorKey: () => random(32),
  // 32 bytes each: seal where warnings go, and recognise addresses.
  notificationsKey: () => random(32),
  notificationsHashKey: () => random(32),
  // By which push services and browsers know us: with another one every browser has to subscribe again.
  vapidPrivateKey: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d,
};

const fileOf = (dataDir) => join(dataDir, 'secrets.json');
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const write = (path, secrets) => writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });

/**
 * Whose password the first admin's is, and whether it has to be shown: once, at the start that made it.
 * @param {string} email the address that an admin made at this start would have
 */
export function introduceAdmin(dataDir, email) {
  const path = fileOf(dataDir);
  const secrets = read(path);
  if (secrets.adminEmail) return { email: secrets.adminEmail, shown: true };
  write(path, { ...secrets, adminEmail: email });
  return { email, shown: false };
}

/** The secrets of this data folder. Missing ones are made and kept, readable by their owner only. */
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
      `# Opens the backups of this installation. Keep a copy away from this machine, and apart from them.\n# public key: ${recipientOf(secrets.backupIdentity)}\n${secrets.backupIdentity}\n`,
      { mode: 0o600 },
    );
  return secrets;
}
