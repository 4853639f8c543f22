import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { loggingSchemas } from '../../backup/audit-logs.mjs';
import { root } from '../../lib/checkout.mjs';
import { moderator, patiently as call } from '../lib/site-actions.mjs';

export const name = 'S-29';
export const title = 'the security log';
export const rule =
  'In an installation, a service can only append to the log, verify-log detects a change, and an export of the log contains no secret.';

async function connect(url, schema) {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  return client;
}

function verify(schema, databaseUrl) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, `services/${schema}/dist/verify-log.js`)],
    { env: { ...process.env, DATABASE_URL: databaseUrl }, encoding: 'utf8' },
  );
  return { status, output: stdout + stderr };
}

async function exported(product, checks) {
  const token = await product.signIn();
  const typed = `my-secret-${randomUUID()}`;
  const helper = await moderator(product, token);
  for (const email of [helper.email, `${typed}@example.org`]) {
    const { status } = await call(product, 'POST', '/admin/auth/login', { json: { email, password: typed } });
    checks.that(status === 401, `a wrong password returned ${status}`);
  }
  const { status, text } = await call(product, 'GET', '/admin/main/audit/export', { token });
  const lines = text.trimEnd().split('\n');
  checks.that(status === 200 && lines.every((line) => JSON.parse(line).hash.length === 64), 'the export is incomplete');
  checks.that(text.includes('session.refused'), 'the export has no wrong password');
  const secrets = {
    'the typed text': typed,
    'a token': token.split('.')[2],
    'the admin’s password': product.admin.password,
    'a moderator’s password': helper.password,
    'a password’s hash': '$argon2',
    'a database password': new URL(product.state().roles.auth).password,
  };
  for (const [what, secret] of Object.entries(secrets))
    checks.that(!text.includes(secret), `the export contains ${what}`);
  return lines.length;
}

export async function run({ product: start, log, checks, defer }) {
  const product = await start();
  const entries = await exported(product, checks);
  const { databaseUrl, roles } = product.state();
  for (const schema of loggingSchemas) {
    const service = await connect(roles[schema], schema);
    defer(() => service.end());
    for (const statement of [
      "UPDATE audit SET principal_name = 'Eve'",
      'DELETE FROM audit',
      'DELETE FROM audit_head',
    ]) {
      const code = await service.query(statement).then(
        () => 'nothing',
        (error) => error.code,
      );
      checks.that(code === '42501', `${schema}, as itself: ${statement} fails with ${code}`);
    }
    const { status, output } = verify(schema, roles[schema]);
    checks.that(status === 0, `${schema}: ${output}`);
  }

  // The database owner, with the triggers disabled.
  const owner = await connect(databaseUrl, 'auth');
  defer(() => owner.end());
  await owner.query('SET session_replication_role = replica');
  const { rows } = await owner.query(
    "UPDATE audit SET principal_name = principal_name || '!' WHERE number = 2 RETURNING id",
  );
  const changed = verify('auth', databaseUrl);
  checks.that(changed.status === 1 && changed.output.includes(rows[0].id), `a change is not found: ${changed.output}`);
  await owner.query('UPDATE audit SET principal_name = left(principal_name, -1) WHERE number = 2');
  const after = verify('auth', databaseUrl);
  checks.that(after.status === 0, `after it was reverted: ${after.output}`);
  log(`${entries} entries exported; ${after.output.trim()}`);
  return { entries };
}
