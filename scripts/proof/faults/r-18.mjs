import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { completeSecrets, consumers } from '../../compose/secrets.mjs';
import { root, services } from '../../lib/checkout.mjs';

export const name = 'R-18';
export const title = 'migrations';
export const rule =
  'Two in parallel do no harm, one killed in the middle is completed by the next, running code never creates tables, and the role of a service cannot change its schema.';

const schemaOf = (service) => (service === 'weather-proxy' ? 'weather' : service);

const migrate = (service, url) => {
  const child = spawn(process.execPath, [join(root, `services/${service}/dist/migrate.js`)], {
    env: { ...process.env, DATABASE_URL: url, MIGRATION_DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  return { child, ended: new Promise((resolve) => child.once('exit', (code) => resolve({ code, said: said.trim() }))) };
};

export async function run(context) {
  const { checks, rows } = context;
  // The roles tested at the end belong to the whole Postgres server.
  const product = await context.product({ fresh: true });
  const address = new URL(product.state().databaseUrl);
  const admin = new pg.Client({ connectionString: String(address) });
  await admin.connect();
  context.defer(() => admin.end());
  const fresh = async (database) => {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${database}`);
    context.defer(() => admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
    return Object.assign(new URL(address), { pathname: `/${database}` }).href;
  };

  const two = await fresh('r18_two');
  for (const service of services) {
    const results = await Promise.all([migrate(service, two).ended, migrate(service, two).ended]);
    checks.that(
      results.every(({ code }) => code === 0),
      `two of ${service} in parallel: ${results.map(({ code, said }) => `${code} ${said}`).join(' | ')}`,
    );
    rows.push({ what: `two in parallel: ${service}`, ended: results.map(({ code }) => code).join(' ') });
  }

  const cut = await fresh('r18_cut');
  for (const [index, service] of services.entries()) {
    const { child, ended } = migrate(service, cut);
    // Hits the start of the process, the creation of the tables, or the time after it.
    await wait(300 + index * 150);
    child.kill('SIGKILL');
    await ended;
    const again = await migrate(service, cut).ended;
    checks.that(again.code === 0, `after a kill ${service}: ${again.said}`);
    const list = async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows: columns } = await client.query(
        'SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = $1 ORDER BY 1, 2',
        [schemaOf(service)],
      );
      await client.end();
      return JSON.stringify(columns);
    };
    checks.that((await list(cut)) === (await list(two)), `after a kill ${service} has another schema`);
  }

  const synchronized = services.flatMap((service) =>
    readdirSync(join(root, `services/${service}/dist`), { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.js') &&
        // Bundles contain packages as well as our code, which is also there unbundled.
        !file.startsWith('bundle/') &&
        /synchronize:\s*true/.test(readFileSync(join(root, `services/${service}/dist`, file), 'utf8')),
    ),
  );
  checks.that(synchronized.length === 0, `synchronize: ${synchronized.join(', ')}`);

  // The roles that an installation creates, in a database with a separate name.
  const { secrets } = completeSecrets({});
  const roles = consumers(secrets)['postgres-roles'].files['roles.sql'].replaceAll('arkansas_weather', 'r18_roles');
  const url = await fresh('r18_roles');
  const made = new pg.Client({ connectionString: url });
  await made.connect();
  const names = ['migrator', 'auth', 'content', 'submissions', 'weather', 'notifications'];
  const drop = async () => {
    for (const role of names) await made.query(`DROP OWNED BY ${role} CASCADE`).catch(() => undefined);
    for (const role of names) await made.query(`DROP ROLE IF EXISTS ${role}`).catch(() => undefined);
  };
  await drop();
  await made.query(roles);
  const as = (role) => Object.assign(new URL(url), { username: role, password: secrets[`${role}Password`] }).href;
  for (const service of services) {
    const { code, said } = await migrate(service, as('migrator')).ended;
    checks.that(code === 0, `the migrator cannot migrate ${service}: ${said}`);
    const client = new pg.Client({ connectionString: as(schemaOf(service)) });
    await client.connect();
    for (const statement of [
      `CREATE TABLE ${schemaOf(service)}.evil (id int)`,
      'CREATE TABLE public.evil (id int)',
      `DROP TABLE ${schemaOf(service)}.migrations`,
      'CREATE SCHEMA evil',
    ]) {
      const outcome = await client.query(statement).then(
        () => 'done',
        (error) => error.code,
      );
      checks.that(outcome === '42501', `${service} may ${statement}: ${outcome}`);
    }
    const foreign = services.filter((other) => other !== service).map(schemaOf)[0];
    const outcome = await client.query(`SELECT * FROM ${foreign}.migrations`).then(
      () => 'done',
      (error) => error.code,
    );
    checks.that(outcome === '42501', `${service} reads ${foreign}: ${outcome}`);
    await client.end();
  }
  await drop();
  await made.end();
}
