import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { rejectOldData } from '../../scripts/local-mode/data-dir.mjs';
import { loadSecrets, prepareRoles } from '../../scripts/local-mode/secrets.mjs';
import { Product } from '../../scripts/lib/product-process.mjs';
import { samplePassword } from '../../scripts/release/sample-password.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';
import { startPostgres } from '../../services/platform/local/postgres.mjs';

/**
 * Databases of earlier releases (tests/upgrade/, made by scripts/release/dump.mjs): migrations must lose nothing, and
 * the product must serve their contents.
 */

const dumps = join(import.meta.dirname, '../upgrade');
const releases = existsSync(dumps) ? readdirSync(dumps).filter((file) => file.endsWith('.sql.gz')) : [];

/** Must keep all rows. Logs of finished work may be emptied. */
const cached = [
  'auth.people',
  'content.posts',
  'content.faqs',
  'content.team_members',
  'submissions.snapshots',
  'submissions.contact_messages',
  'submissions.newsletter_subscribers',
  'submissions.sponsors',
];

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const countRows = (url: string) =>
  withClient(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const table of cached) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
      counts[table] = rows[0]?.count ?? 0;
    }
    return counts;
  });

/** Restores the database as the release left it. */
async function restore(file: string): Promise<{ dataDir: string; counts: Record<string, number> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'arkansas-weather-upgrade-'));
  // As root, Postgres runs as another user.
  chmodSync(dataDir, 0o755);
  rejectOldData(dataDir);
  const secrets = loadSecrets(dataDir);
  const postgres = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    port: await freePort(),
    password: secrets.postgresPassword,
  });
  try {
    // The dump creates the schemas of these owners.
    await prepareRoles(postgres.url, secrets);
    await withClient(postgres.url, async (client) => {
      const { rows } = await client.query<{ drop: string }>(
        `SELECT 'DROP SCHEMA ' || quote_ident(nspname) || ' CASCADE' AS drop FROM pg_namespace
         WHERE nspowner = 'migrator'::regrole`,
      );
      for (const { drop } of rows) await client.query(drop);
      await client.query(gunzipSync(readFileSync(join(dumps, file))).toString());
    });
    return { dataDir, counts: await countRows(postgres.url) };
  } finally {
    await postgres.stop();
  }
}

if (releases.length === 0) it.todo('an earlier release to upgrade from: there is none before 1.0');
else
  describe.each(releases)('the database of %s', (file) => {
    let product: Product;
    let before: Record<string, number>;

    beforeAll(async () => {
      const { dataDir, counts } = await restore(file);
      before = counts;
      const environment = { ADMIN_PASSWORD: samplePassword };
      product = await Product.start({ dataDir, simulated: true, environment });
    }, 240_000);
    afterAll(() => product?.remove(), 60_000);

    it('keeps every row that people wrote', async () => {
      expect(Object.values(before).every((count) => count > 0)).toBe(true);
      await expect(countRows(product.state().databaseUrl)).resolves.toEqual(before);
    });

    it('is read by the pages', async () => {
      const home = (await (await fetch(`${product.url}/main/home`)).json()) as {
        data: { posts: { title: string }[]; snapshots: unknown[] };
      };
      expect(home.data.posts.length).toBeGreaterThan(0);
      expect(home.data.snapshots.length).toBeGreaterThan(0);
      const page = await fetch(`${product.url}/blogs`);
      expect(page.status).toBe(200);
      const list = (await (await fetch(`${product.url}/main/post`)).json()) as { data: { title: string }[] };
      expect(list.data.map(({ title }) => title)).toContain(home.data.posts[0]?.title);
    });

    it('lets its people in, and takes new messages', async () => {
      const { email } = product.admin;
      const signIn = await fetch(`${product.url}/admin/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password: samplePassword }),
      });
      expect(signIn.status).toBe(200);
      const message = new URLSearchParams({
        name: 'Ada',
        email: 'ada@example.org',
        phone: '5015550100',
        feedback: 'New',
      });
      const sent = await fetch(`${product.url}/main/contact-us`, { method: 'POST', body: message });
      expect(sent.status).toBe(201);
    });
  });
