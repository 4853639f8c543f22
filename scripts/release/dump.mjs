import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from '../lib/checkout.mjs';
import '../lib/ensure-dependencies.mjs';
import { samplePassword } from './sample-password.mjs';

const { call, moderated, moderator, sendSnapshot, signIn } = await import('../proof/lib/site.mjs');

/**
 * Dumps a release's database as plain SQL for tests/e2e/upgrade.test.ts, which applies the current migrations to it:
 *
 *     node scripts/release/dump.mjs [FOLDER] [FILE]
 *
 * FOLDER is a checkout of the release, installed and built (default: this one); FILE defaults to
 * tests/upgrade/VERSION.sql.gz. Starts the product there with sample content, uses it as visitors and staff do, and
 * dumps its database with the pg_dump of compose's image, so that its version matches the server's.
 */
const folder = resolve(process.argv[2] ?? root);
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const file = resolve(process.argv[3] ?? join(root, `tests/upgrade/${version}.sql.gz`));

/** Adds rows to each table that visitors and staff use. */
async function use(product) {
  const token = await signIn(product, product.admin.email, samplePassword);
  const must = ({ status, text, json }) => {
    if (status >= 300) throw new Error(`a sample returned ${status}: ${text}`);
    return json;
  };
  const fields = { phone: '5015550100', feedback: 'A sample message' };
  for (const name of ['Ada', 'Grace', 'Mary']) {
    const email = `${name.toLowerCase()}@example.org`;
    must(await call(product, 'POST', '/main/contact-us', { form: { name, email, ...fields } }));
    must(await call(product, 'POST', '/main/news/letter/create', { json: { email } }));
  }
  const { data } = must(await sendSnapshot(product, { fields: { email: 'ada@example.org' } }));
  await moderated(product, token, data.id);
  must(await call(product, 'POST', `/admin/main/snapshot/approve/${data.id}`, { token }));
  await moderator(product, token);
}

/** Omits the lines that only psql understands. */
const dump = (databaseUrl) =>
  execFileSync(
    'docker',
    ['run', '--rm', '--network', 'host', 'postgres:17', 'pg_dump', '--inserts', '--rows-per-insert=100', databaseUrl],
    { encoding: 'utf8', maxBuffer: 100_000_000 },
  ).replaceAll(/^\\.*\n/gm, '');

const { Product } = await import(pathToFileURL(join(folder, 'scripts/lib/product-process.mjs')).href);
const product = await Product.start({ simulated: true, environment: { ADMIN_PASSWORD: samplePassword } });
try {
  await use(product);
  const sql = dump(product.state().databaseUrl);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, gzipSync(sql, { level: 9 }));
  process.stdout.write(`${file}: ${version}, ${sql.length} characters\n`);
} finally {
  await product.remove();
}
