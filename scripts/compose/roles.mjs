/**
 * The database's roles and permissions. Idempotent. Compose and Kubernetes run it when Postgres creates its folder,
 * `npm start` at each start.
 */

/** Each may read and write rows of the schema with its name; only the migrator may change tables. */
export const serviceRoles = /** @type {const} */ (['auth', 'content', 'submissions', 'weather', 'notifications']);

/** Without Redis, their jobs are queued in Postgres. */
const queueRoles = ['auth', 'content', 'submissions', 'pictures'];
const queueSchema = 'bullmq';

/**
 * Besides the services: changes schemas, reads for backups, and runs the picture worker, which decodes strangers'
 * files. A migration grants it parts of the submissions schema (`image-rights.ts` there), without names or addresses.
 */
export const allRoles = /** @type {const} */ (['migrator', 'backup', 'pictures', ...serviceRoles]);
/** @typedef {(typeof allRoles)[number]} Role */

const literal = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;

const role = (/** @type {Role} */ name, /** @type {string} */ password) => `
DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name}; END IF; END $$;
ALTER ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${literal(password)};`;

/**
 * Makes the migrator the owner of a superuser's objects in a schema, and grants access to their rows. Skips what the
 * migrator already owns, so that permissions revoked by a migration don't return.
 * @param {string} schema
 * @param {string[]} users
 */
const adopted = (schema, users) => `
DO $$
DECLARE
  item record;
BEGIN
  EXECUTE 'ALTER SCHEMA ${schema} OWNER TO migrator';
  FOR item IN SELECT c.oid::regclass AS name, c.relkind FROM pg_class c
    WHERE c.relnamespace = '${schema}'::regnamespace AND c.relowner <> 'migrator'::regrole AND c.relkind IN ('r', 'p', 'v', 'm')
  LOOP
    EXECUTE format('ALTER %s %s OWNER TO migrator', CASE item.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, item.name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO ${users.join(', ')}', item.name);
  END LOOP;
  FOR item IN SELECT c.oid::regclass AS name FROM pg_class c
    WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind = 'S' AND c.relowner <> 'migrator'::regrole
  LOOP
    EXECUTE format('ALTER SEQUENCE %s OWNER TO migrator', item.name);
  END LOOP;
  FOR item IN SELECT p.oid::regprocedure AS name FROM pg_proc p
    WHERE p.pronamespace = '${schema}'::regnamespace AND p.proowner <> 'migrator'::regrole
  LOOP
    EXECUTE format('ALTER ROUTINE %s OWNER TO migrator', item.name);
  END LOOP;
  FOR item IN SELECT t.oid::regtype AS name FROM pg_type t
    WHERE t.typnamespace = '${schema}'::regnamespace AND t.typowner <> 'migrator'::regrole AND t.typtype IN ('e', 'd', 'r')
  LOOP
    EXECUTE format('ALTER TYPE %s OWNER TO migrator', item.name);
  END LOOP;
  -- Sequences change owner with their tables, so the loop above skips them; using one changes only itself.
  EXECUTE 'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${users.join(', ')}';
END $$;`;

/**
 * A schema owned by the migrator.
 * @param {string} schema
 * @param {string[]} users may read and write rows, also of future tables
 */
const schemaFor = (schema, users) => `
CREATE SCHEMA IF NOT EXISTS ${schema};
${adopted(schema, users)}
GRANT USAGE ON SCHEMA ${schema} TO ${users.join(', ')};
ALTER DEFAULT PRIVILEGES FOR ROLE migrator IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${users.join(', ')};
ALTER DEFAULT PRIVILEGES FOR ROLE migrator IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${users.join(', ')};`;

/**
 * Returns the SQL that creates the roles, for a superuser.
 * @param {Record<Role, string>} passwords
 * @param {string} database
 */
export function rolesSql(passwords, database) {
  return `REVOKE ALL ON DATABASE ${database} FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
${allRoles.map((name) => role(name, passwords[name])).join('')}
GRANT CONNECT ON DATABASE ${database} TO ${allRoles.join(', ')};
GRANT CREATE ON DATABASE ${database} TO migrator;
-- BullMQ adds jobs through temporary tables.
GRANT TEMPORARY ON DATABASE ${database} TO ${queueRoles.join(', ')};
GRANT pg_read_all_data TO backup;
ALTER ROLE backup SET default_transaction_read_only = on;
${serviceRoles.map((name) => schemaFor(name, [name])).join('\n')}
${schemaFor(queueSchema, queueRoles)}
-- Also grants a new role access to older tables; no migration revokes these permissions.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${queueSchema} TO ${queueRoles.join(', ')};
GRANT USAGE ON SCHEMA submissions TO pictures;
`;
}
