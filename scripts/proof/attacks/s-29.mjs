import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { loggingSchemas } from '../../backup/logs.mjs';
import { root } from '../../lib/checkout.mjs';
import { until } from '../../lib/until.mjs';
import { moderator, patiently as call } from '../lib/site.mjs';

export const name = 'S-29';
export const title = 'the security log';
export const rule =
  'Refusals, exports, restores and erasures are in the log; a service can only append to it, any change or truncation is detected, and an export of it contains no secret.';

/** Statements on the log that a process with a service's credentials must be denied. */
const forbidden = [
  "UPDATE audit SET principal_name = 'Eve'",
  "UPDATE audit SET subject_label = '', label_salt = NULL",
  'DELETE FROM audit',
  'TRUNCATE audit',
  'ALTER TABLE audit DISABLE TRIGGER ALL',
  'DROP TABLE audit',
  "UPDATE audit_head SET hash = repeat('0', 64)",
  'DELETE FROM audit_head',
  'SELECT audit_link(gen_random_uuid())',
  'CREATE OR REPLACE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
];

const connect = async (url, schema) => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  return client;
};

async function verify(schema, databaseUrl, words = []) {
  const child = spawn(process.execPath, [join(root, `services/${schema}/dist/verify-log.js`), ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, said };
}

export async function run({ product: start, say, checks, defer }) {
  const product = await start();
  const token = await product.signIn();
  const { databaseUrl } = product.state();
  const secrets = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8'));
  const asRole = (role) =>
    Object.assign(new URL(databaseUrl), { username: role, password: secrets[`${role}Password`] }).href;

  const secretTyped = `my-secret-${randomUUID()}`;
  const visitor = `nora-${randomUUID()}@example.org`;
  const helper = await moderator(product, token);
  const login = (email, password) => call(product, 'POST', '/admin/auth/login', { json: { email, password } });
  checks.that((await login(helper.email, secretTyped)).status === 401, 'a wrong password signs in');
  checks.that((await login(`${secretTyped}@example.org`, secretTyped)).status === 401, 'an unknown address signs in');
  await call(product, 'GET', '/admin/main/trash', { token: helper.token });
  await call(product, 'GET', '/admin/main/newsletter/subscribers.csv', { token });
  await call(product, 'POST', '/admin/main/faqs/create', {
    token,
    multipart: { question: `Why ${randomUUID()}?`, answer: 'So.' },
  });
  const { json: faqs } = await call(product, 'GET', '/admin/main/faqs?limit=100', { token });
  const faq = faqs.data.at(-1);
  await call(product, 'DELETE', `/admin/main/faqs/${faq.id}`, { token });
  await call(product, 'POST', `/admin/main/trash/faq/${faq.id}/restore`, { token });
  await call(product, 'POST', '/main/contact-us', {
    form: { name: 'Nora', phone: '5015550100', email: visitor, feedback: 'Hail' },
  });
  const { json: kept } = await call(product, 'POST', '/admin/main/personal-data/export', {
    token,
    json: { email: visitor },
  });
  checks.that(kept.data?.found === 1, `the person's data counts ${kept.data?.found}`);
  const { json: erased } = await call(product, 'POST', '/admin/main/personal-data/erase', {
    token,
    json: { email: visitor, confirm: visitor },
  });
  checks.that(erased.data?.erased.messages === 1, 'the message was not erased');

  const entries = async (kind) => (await call(product, 'GET', `/admin/main/audit?kind=${kind}`, { token })).json.data;
  const expected = {
    sign_in: 'session.sign_in',
    sign_in_failed: 'session.refused',
    refusal: 'access.refused',
    export: 'subscribers.export',
    restore: 'faq.restore',
    purge: 'person.erase',
  };
  for (const [kind, action] of Object.entries(expected)) {
    const found = await until(
      `${action} in the log`,
      async () => (await entries(kind)).some((entry) => entry.action === action),
      { withinMs: 10_000 },
    ).catch(() => false);
    checks.that(found, `the log has no ${action} under ${kind}`);
  }

  const file = await call(product, 'GET', '/admin/main/audit/export', { token });
  const lines = file.text.trimEnd().split('\n');
  checks.that(
    file.status === 200 && lines.every((line) => JSON.parse(line).hash.length === 64),
    'the export is incomplete',
  );
  const secret = {
    'the typed text': secretTyped,
    'the erased address': visitor,
    'a token': token.split('.')[2],
    'the admin’s password': product.admin.password,
    'a moderator’s password': helper.password,
    'a password’s hash': '$argon2',
    'a database password': secrets.authPassword,
  };
  for (const [what, text] of Object.entries(secret))
    checks.that(!file.text.includes(text), `the export contains ${what}`);
  checks.that(
    (await call(product, 'GET', '/admin/main/audit/export', { token: helper.token })).status === 403,
    'a moderator may export the log',
  );

  for (const schema of loggingSchemas) {
    const service = await connect(asRole(schema), schema);
    defer(() => service.end());
    for (const statement of forbidden) {
      const code = await service.query(statement).then(
        () => 'nothing',
        (error) => error.code,
      );
      checks.that(code === '42501', `${schema}, as itself: ${statement} fails with ${code}`);
    }
    const whole = await verify(schema, asRole(schema));
    checks.that(whole.code === 0, `${schema}: ${whole.said}`);
  }

  // The database owner, with the triggers disabled.
  const owner = await connect(databaseUrl, 'auth');
  defer(() => owner.end());
  const anchor = (await verify('auth', databaseUrl)).said.match(/\d+:[0-9a-f]{64}/)?.[0];
  await owner.query('SET session_replication_role = replica');
  const tampered = async (what, change, undo, words = []) => {
    await owner.query(change);
    const { code, said } = await verify('auth', databaseUrl, words);
    checks.that(code === 1, `${what} is not detected: ${said}`);
    for (const statement of undo) await owner.query(statement);
    return said;
  };
  const { rows } = await owner.query('SELECT id FROM audit WHERE number = 2');
  const said = await tampered(
    'a changed name',
    "UPDATE audit SET principal_name = principal_name || '!' WHERE number = 2",
    ['UPDATE audit SET principal_name = left(principal_name, -1) WHERE number = 2'],
  );
  checks.that(said.includes(rows[0].id), `the changed entry is not named: ${said}`);
  await owner.query(
    'CREATE TEMP TABLE kept AS SELECT * FROM audit; CREATE TEMP TABLE kept_head AS SELECT * FROM audit_head',
  );
  const back = [
    'INSERT INTO audit SELECT * FROM kept WHERE id NOT IN (SELECT id FROM audit)',
    'DELETE FROM audit_head',
    'INSERT INTO audit_head SELECT * FROM kept_head',
  ];
  await tampered('a removed entry', 'DELETE FROM audit WHERE number = 2', back);
  await tampered('a truncated end', 'DELETE FROM audit WHERE number > 2', back);
  await tampered(
    'a truncated end whose traces were removed',
    `DELETE FROM audit WHERE number > 2;
     UPDATE audit_head SET (number, hash) = (SELECT number, hash FROM audit WHERE number = 2)`,
    back,
    ['--anchor', anchor],
  );
  const after = await verify('auth', databaseUrl, ['--anchor', anchor]);
  checks.that(after.code === 0, `after it was reverted: ${after.said}`);
  say(`${lines.length} entries exported; ${after.said.trim()}`);
  return { entries: lines.length, statements: forbidden.length * loggingSchemas.length };
}
