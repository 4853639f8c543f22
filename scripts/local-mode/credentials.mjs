import pg from 'pg';
import { otherRoles, rolesSql, serviceRoles } from '../compose/roles.mjs';
import { storeAccess } from '../compose/store-access.mjs';

/** Local mode's credentials: a database role and an object store key for each process, as in compose. */

const capital = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;
export const databaseRoles = [...otherRoles, ...serviceRoles];
const passwordOf = (role) => `${role}Password`;

/** Names and generators of their secrets in secrets.json. */
export const credentialMakers = (random) => ({
  ...Object.fromEntries(databaseRoles.map((role) => [passwordOf(role), () => random(18)])),
  ...Object.fromEntries(
    Object.keys(storeAccess).flatMap((name) => [
      [`store${capital(name)}AccessKey`, () => random(12)],
      [`store${capital(name)}SecretKey`, () => random(30)],
    ]),
  ),
});

/**
 * Creates the roles in the database at `url`, a superuser's address. Idempotent, and also upgrades a database from
 * before there were roles.
 * @returns {Promise<Record<string, string>>} the address for each role
 */
export async function prepareRoles(url, secrets) {
  const passwords = Object.fromEntries(databaseRoles.map((role) => [role, secrets[passwordOf(role)]]));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(rolesSql(passwords, client.escapeIdentifier(new URL(url).pathname.slice(1))));
  } finally {
    await client.end();
  }
  return Object.fromEntries(
    databaseRoles.map((role) => {
      const address = new URL(url);
      Object.assign(address, { username: role, password: passwords[role] });
      return [role, address.href];
    }),
  );
}

/** The object store's key pairs with their permissions, by name. */
export const storeKeys = (secrets) =>
  Object.fromEntries(
    Object.entries(storeAccess).map(([name, access]) => [
      name,
      {
        accessKey: secrets[`store${capital(name)}AccessKey`],
        secretKey: secrets[`store${capital(name)}SecretKey`],
        access,
      },
    ]),
  );
