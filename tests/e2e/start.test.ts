import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launch } from '../../scripts/lib/launch.mjs';
import { Product } from '../../scripts/lib/product-process.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';

/** Root runs Postgres as another user, who must be able to enter the folder. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'arkansas-weather-start-'));
  chmodSync(path, 0o755);
  return path;
}

async function failure(
  environment: Record<string, string>,
  words: string[] = [],
): Promise<{ code: number | null; message: string }> {
  const { child, output } = launch(words, environment);
  await once(child, 'exit');
  return { code: child.exitCode, message: output() };
}

test.describe('npm start', () => {
  test('says in one sentence that the port is taken, and leaves nothing behind', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const dataDir = folder();
    const { code, message } = await failure({ PORT: String(port), DATA_DIR: dataDir });
    server.close();
    expect(message.trim()).toBe(`Port ${port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`);
    expect(code).toBe(1);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    rmSync(dataDir, { recursive: true });
  });

  for (const [name, value, sentence] of [
    ['HOST', '203.0.113.9', 'HOST=203.0.113.9 is not an address of this machine (EADDRNOTAVAIL).'],
    ['PORT', 'http', 'PORT=http is not a port: set it to a number from 1 to 65535.'],
    ['DATA_DIR', '/dev/null/data', '/dev/null/data is below a file: set DATA_DIR to another folder.'],
  ] as const)
    test(`says in one sentence that ${name}=${value} is wrong`, async () => {
      const { code, message } = await failure({ PORT: String(await freePort()), DATA_DIR: folder(), [name]: value });
      expect(message.trim().split('\n')).toHaveLength(1);
      expect(message).toContain(sentence);
      expect(code).toBe(1);
    });

  test.describe('in production', () => {
    /** All required settings, as an operator might copy them from examples. */
    const complete = {
      DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY: 'an-access-key',
      S3_SECRET_KEY: 'a-long-enough-secret',
      PUBLIC_URL: 'https://weather.lab.test',
      ADMIN_EMAIL: 'operator@example.org',
      ADMIN_PASSWORD: 'a-long-enough-password',
      JWT_PRIVATE_KEY: 'x',
      SECOND_FACTOR_KEY: 'x',
      NOTIFICATIONS_KEY: 'x',
      NOTIFICATIONS_HASH_KEY: 'x',
      VAPID_PRIVATE_KEY: 'x',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'weather@example.org',
      TRUSTED_PROXY_CIDR: 'none',
    };
    const all = Object.keys(complete);

    const cases: [string, { unset?: string[]; words?: string[]; named: string[] }][] = [
      ['without any setting', { unset: all, named: all }],
      ...['DATABASE_URL', 'S3_ENDPOINT', 'JWT_PRIVATE_KEY', 'ADMIN_PASSWORD'].map(
        (name): [string, { unset: string[]; named: string[] }] => [`without ${name}`, { unset: [name], named: [name] }],
      ),
      ['on recorded weather', { words: ['--simulated'], named: ['recorded weather'] }],
    ];
    for (const [label, { named, ...provided }] of cases)
      test(`does not start ${label}, says so in one sentence, and leaves nothing behind`, async () => {
        const dataDir = folder();
        const environment = { ...complete, ...Object.fromEntries((provided.unset ?? []).map((name) => [name, ''])) };
        const { code, message } = await failure(
          { DATA_DIR: dataDir, ...environment, NODE_ENV: 'production' },
          provided.words,
        );
        expect([code, message.trim().split('\n').length]).toEqual([1, 1]);
        expect(named.filter((text) => !message.includes(text))).toEqual([]);
        expect(readdirSync(dataDir)).toEqual([]);
        rmSync(dataDir, { recursive: true });
      });
  });

  test('says in one sentence that the database folder is broken', async () => {
    const dataDir = folder();
    const product = await Product.start({ simulated: true, dataDir, environment: { SAMPLE_CONTENT: 'false' } });
    expect(product.state().databaseUrl).toContain('127.0.0.1');
    expect(await product.stop()).toBe(0);
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), 'not a version\n');
    const { code, message } = await failure({ PORT: '0', DATA_DIR: dataDir });
    expect(message.trim().split('\n').at(-1)).toMatch(/^Postgres did not start: .+/);
    expect(code).toBe(1);
    await product.remove();
  });

  test('keeps the data and the first sign-in over a restart', async () => {
    const dataDir = folder();
    const signIn = async (url: string, admin: object) =>
      (
        await fetch(`${url}/admin/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(admin),
        })
      ).status;
    const first = await Product.start({ simulated: true, dataDir });
    expect(await signIn(first.url, first.admin)).toBe(200);
    const { data } = (await (await fetch(`${first.url}/main/home`)).json()) as { data: { posts: { id: string }[] } };
    expect(data.posts.length).toBeGreaterThan(0);
    expect(await first.stop()).toBe(0);

    const second = await Product.start({ simulated: true, dataDir });
    expect(second.admin).toEqual(first.admin);
    const { email, password } = first.admin;
    const visible = (output: string) => output.split('\n').filter((line) => line.includes(password));
    expect(visible(first.output())).toEqual([expect.stringContaining(email)]);
    expect(first.output().match(/^\S+ \S+ +(error|fatal) .*$/gm)).toBeNull();
    expect(visible(second.output())).toEqual([]);
    expect(await signIn(second.url, first.admin)).toBe(200);
    const repeated = (await (await fetch(`${second.url}/main/home`)).json()) as { data: { posts: { id: string }[] } };
    expect(repeated.data.posts.map((post) => post.id)).toEqual(data.posts.map((post) => post.id));
    await second.remove();
  });

  test('says in one sentence that the database is out of reach', async () => {
    const dataDir = folder();
    const { code, message } = await failure({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:1/none',
    });
    expect(message.trim().split('\n').at(-1)).toMatch(/ECONNREFUSED/);
    expect(code).toBe(1);
    rmSync(dataDir, { recursive: true });
  });
});
