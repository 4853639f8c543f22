import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

/**
 * The secrets of an installation: which there are, how they are made, and which process may read which. Each process has a
 * folder (compose) or a Secret (Kubernetes) of its own, which holds only what it needs.
 */

/** Hexadecimal: needs no quoting or escaping in URLs, SQL and shells. */
const random = (bytes) => randomBytes(bytes).toString('hex');

/** A password that can be read from a terminal and typed: five groups of four letters and digits that do not look alike. */
function readablePassword() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const letter = () => {
    // Bytes beyond the last whole multiple of the alphabet would make its first letters likelier.
    for (;;) {
      const [byte] = randomBytes(1);
      if (byte < 256 - (256 % letters.length)) return letters[byte % letters.length];
    }
  };
  return Array.from({ length: 5 }, () => Array.from({ length: 4 }, letter).join('')).join('-');
}

/** Each of these roles may read and write the rows of one schema, but not change its tables: only the migrator may. */
const roles = ['auth', 'content', 'submissions', 'weather'];

const makers = {
  adminPassword: readablePassword,
  jwtPrivateKey: () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  postgresPassword: () => random(20),
  migratorPassword: () => random(20),
  ...Object.fromEntries(roles.map((role) => [`${role}Password`, () => random(20)])),
  redisPassword: () => random(20),
  // MinIO takes names of 20 and keys of 40 characters at most.
  storeRootUser: () => random(10),
  storeRootPassword: () => random(20),
  storeAccessKey: () => random(10),
  storeSecretKey: () => random(20),
};

/** Completes `known`: makes what is missing and keeps the rest. */
export function completeSecrets(known) {
  const made = Object.keys(makers).filter((name) => !known[name]);
  return { secrets: { ...known, ...Object.fromEntries(made.map((name) => [name, makers[name]()])) }, made };
}

const database = 'arkansas_weather';

/** Run by Postgres when it creates its data folder. Default privileges cover the tables that the migrator will create. */
function rolesSql(secrets) {
  const perRole = roles.map(
    (role) => `
CREATE ROLE ${role} LOGIN PASSWORD '${secrets[`${role}Password`]}';
GRANT CONNECT ON DATABASE ${database} TO ${role};
CREATE SCHEMA ${role} AUTHORIZATION migrator;
GRANT USAGE ON SCHEMA ${role} TO ${role};
ALTER DEFAULT PRIVILEGES FOR ROLE migrator IN SCHEMA ${role} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
ALTER DEFAULT PRIVILEGES FOR ROLE migrator IN SCHEMA ${role} GRANT USAGE, SELECT ON SEQUENCES TO ${role};`,
  );
  return `REVOKE ALL ON DATABASE ${database} FROM PUBLIC;
CREATE ROLE migrator LOGIN PASSWORD '${secrets.migratorPassword}';
GRANT CONNECT, CREATE ON DATABASE ${database} TO migrator;
${perRole.join('\n')}
`;
}

/** The application may do everything but administration; `health` may only PING. */
const redisUsers = ({ redisPassword }) =>
  [
    'user default off',
    'user health on nopass resetchannels -@all +ping',
    `user app on #${createHash('sha256').update(redisPassword).digest('hex')} ~* &* +@all -@dangerous +info`,
    '',
  ].join('\n');

/**
 * Who reads what. Users: 10001 is ours, 999 Postgres and Redis in their official images.
 * @returns {Record<string, { user: number, files: Record<string, string> }>}
 */
export function consumers(secrets) {
  const address = (role) => `postgresql://${role}:${secrets[`${role}Password`]}@postgres:5432/${database}`;
  const redis = { 'redis-url': `redis://app:${secrets.redisPassword}@redis:6379` };
  const ours = (files) => ({ user: 10_001, files });
  return {
    gateway: ours(redis),
    auth: ours({
      'database-url': address('auth'),
      ...redis,
      'jwt-private-key': secrets.jwtPrivateKey,
      'admin-password': secrets.adminPassword,
    }),
    content: ours({ 'database-url': address('content'), ...redis }),
    submissions: ours({ 'database-url': address('submissions'), ...redis }),
    'weather-proxy': ours({ 'database-url': address('weather') }),
    migrations: ours({ 'database-url': address('migrator') }),
    postgres: { user: 999, files: { password: secrets.postgresPassword } },
    'postgres-roles': { user: 999, files: { 'roles.sql': rolesSql(secrets) } },
    redis: { user: 999, files: { 'users.acl': redisUsers(secrets) } },
    'store-root': ours({ 'access-key': secrets.storeRootUser, 'secret-key': secrets.storeRootPassword }),
    // What the pictures are read and written with; may do that in one bucket and nothing else.
    'store-key': ours({ 'access-key': secrets.storeAccessKey, 'secret-key': secrets.storeSecretKey }),
  };
}
