import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  adminPassword: readablePassword,
  jwtPrivateKey: () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

/** The secrets of this data folder. Missing ones are made and kept, readable by their owner only. */
export function loadSecrets(dataDir) {
  const path = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  const secrets = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const missing = Object.keys(makers).filter((name) => !secrets[name]);
  for (const name of missing) secrets[name] = makers[name]();
  if (missing.length > 0) writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
