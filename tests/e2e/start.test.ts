import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../../scripts/lib/launch.mjs';
import { Product } from '../../scripts/lib/product.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';

/** `npm start`: its message when it can't start, and that data survives a restart. */

/** When root runs this, Postgres runs as another user, who needs access to the folder. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'arkansas-weather-start-'));
  chmodSync(path, 0o755);
  return path;
}

async function failure(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { child, output } = launch([], environment);
  await once(child, 'exit');
  return { code: child.exitCode, said: output() };
}

describe('npm start', () => {
  it('says in one sentence that the port is taken, and leaves nothing behind', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const dataDir = folder();
    const { code, said } = await failure({ PORT: String(port), DATA_DIR: dataDir });
    server.close();
    expect(said.trim()).toBe(`Port ${port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`);
    expect(code).toBe(1);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    rmSync(dataDir, { recursive: true });
  });

  it.each([
    ['HOST', '203.0.113.9', 'HOST=203.0.113.9 is not an address of this machine (EADDRNOTAVAIL).'],
    ['PORT', 'http', 'PORT=http is not a port: set it to a number from 1 to 65535.'],
    ['DATA_DIR', '/dev/null/data', '/dev/null/data is below a file: set DATA_DIR to another folder.'],
  ])('says in one sentence that %s=%s is wrong', async (name, value, sentence) => {
    const { code, said } = await failure({ PORT: String(await freePort()), DATA_DIR: folder(), [name]: value });
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(sentence);
    expect(code).toBe(1);
  });

  it('says in one sentence that the database folder is broken', async () => {
    const dataDir = folder();
    const product = await Product.start({ simulated: true, dataDir, environment: { SAMPLE_CONTENT: 'false' } });
    expect(product.state().databaseUrl).toContain('127.0.0.1');
    expect(await product.stop()).toBe(0);
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), 'not a version\n');
    const { code, said } = await failure({ PORT: '0', DATA_DIR: dataDir });
    expect(said.trim().split('\n').at(-1)).toMatch(/^Postgres did not start: .+/);
    expect(code).toBe(1);
    await product.remove();
  }, 120_000);

  it('keeps the data and the first sign-in over a restart', async () => {
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
    // A password printed at each start would reach more logs.
    const { email, password } = first.admin;
    const shown = (output: string) => output.split('\n').filter((line) => line.includes(password));
    expect(shown(first.output())).toEqual([expect.stringContaining(email)]);
    expect(shown(second.output())).toEqual([]);
    expect(await signIn(second.url, first.admin)).toBe(200);
    const again = (await (await fetch(`${second.url}/main/home`)).json()) as { data: { posts: { id: string }[] } };
    expect(again.data.posts.map((post) => post.id)).toEqual(data.posts.map((post) => post.id));
    await second.remove();
  }, 240_000);

  // Waits a minute for the database, concurrently with the other tests.
  it.concurrent(
    'says in one sentence that the database is out of reach',
    async () => {
      const dataDir = folder();
      const { code, said } = await failure({
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:1/none',
      });
      expect(said.trim().split('\n').at(-1)).toMatch(/ECONNREFUSED/);
      expect(code).toBe(1);
      rmSync(dataDir, { recursive: true });
    },
    180_000,
  );
});
