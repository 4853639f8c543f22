import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.mjs';
import { reasonIn, startPostgres } from './postgres.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-postgres-'));
  // For a test that runs as root.
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = async (dataDir: string) => startPostgres({ dataDir, port: await freePort(), password: 'geheim #1 ü' });

describe('the embedded Postgres', () => {
  it('runs in a folder whose name has a special meaning in a URL or a shell', async () => {
    const database = await start(join(folder, 'Ozark für #1 100% $HOME?'));
    try {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      await client.end();
    } finally {
      await database.stop();
    }
  });

  it('names both major versions and the upgrade command when another version created the data', async () => {
    const dataDir = join(folder, 'postgres');
    await (await start(dataDir)).stop();
    writeFileSync(join(dataDir, 'PG_VERSION'), '16\n');
    await expect(start(dataDir)).rejects.toThrow(
      `Postgres 16 made the data in ${dataDir}, and this release runs Postgres 17. Set DATA_DIR to another folder, or check out the release that made it.`,
    );
  });

  it('names both users when another one owns the folder, and leaves the folder alone', async () => {
    if (process.getuid?.() !== 0) return;
    const dataDir = join(folder, 'postgres');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'something'), '');
    chownSync(dataDir, 4711, 4711);
    await expect(start(dataDir)).rejects.toThrow(/^User 4711 owns .+ and Postgres runs as user \d+\. Run "chown -R /);
    expect(existsSync(join(dataDir, 'something'))).toBe(true);
  });

  it('explains in one line with all details why it ended', () => {
    const output = `2026-11-25 10:00:00.000 UTC [1] LOG:  starting
2026-11-25 10:00:00.000 UTC [1] FATAL:  database files are incompatible with server
2026-11-25 10:00:00.000 UTC [1] DETAIL:  The data directory was initialized by PostgreSQL version 16, which is not compatible with this version 17.10.
2026-11-25 10:00:00.000 UTC [1] LOG:  database system is shut down
`;
    expect(reasonIn(output)).toBe(
      'database files are incompatible with server. The data directory was initialized by PostgreSQL version 16, which is not compatible with this version 17.10.',
    );
  });
});
