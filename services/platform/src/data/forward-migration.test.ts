import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { migrate } from './database.js';
import { createIndexConcurrently } from './forward-migration.js';

const services = join(import.meta.dirname, '../../..');
const migrations = readdirSync(services).flatMap((service) => {
  const folder = join(services, service, 'src/migrations');
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
});

function faultsOf(text: string): string[] {
  const created = [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table);
  const blocking = [...text.matchAll(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)[^;]*?\bON (?:ONLY )?([\w${}]+)/gi)]
    .filter(([, table]) => !created.includes(table))
    .map(([statement]) => `blocks writers: ${statement}`);
  const isConcurrent = /INDEX CONCURRENTLY|createIndexConcurrently\(/i.test(text);
  return [
    ...blocking,
    ...(isConcurrent && !/transaction = false/.test(text) ? ['needs transaction = false'] : []),
    ...(/\bdown\s*[(=]/.test(text) ? ['has a down()'] : []),
  ];
}

it.each(migrations)('%s has no down migration and creates its indexes without blocking writers', (file) => {
  expect(faultsOf(readFileSync(file, 'utf8'))).toEqual([]);
});

it.each([
  ['CREATE INDEX a ON old (b)', 'blocks writers'],
  ['CREATE UNIQUE INDEX a ON ONLY old (b)', 'blocks writers'],
  ['DROP INDEX CONCURRENTLY a', 'transaction = false'],
  ['down(): Promise<void> {}', 'down'],
])('reports %s', (text, error) => {
  expect(faultsOf(text)).toEqual([expect.stringContaining(error)]);
});

it('allows an index on a table that the migration creates', () => {
  expect(faultsOf('CREATE TABLE fresh (b integer)\nCREATE INDEX a ON fresh (b)')).toEqual([]);
});

describe('creating an index concurrently', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ schema: 'sample', entities: [], migrations: [] });
    await database.dataSource.query('CREATE TABLE numbers (id integer)');
    await database.dataSource.query('INSERT INTO numbers VALUES (1), (1)');
  });
  afterAll(() => database.drop());
  const isValid = () =>
    database.dataSource.query<{ indisvalid: boolean }[]>(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('numbers_by_id')`,
    );

  class IndexNumbers1796600000000 {
    name = 'IndexNumbers1796600000000';
    transaction = false;
    up = (runner: QueryRunner) => createIndexConcurrently(runner, 'numbers_by_id ON numbers (id)', { unique: true });
  }
  const run = () => migrate({ ...database.settings, migrations: [IndexNumbers1796600000000] });

  it('replaces the invalid index of a failed attempt, with several processes at the same time', async () => {
    await expect(run()).rejects.toMatchObject({ code: '23505' });
    expect(await isValid()).toEqual([{ indisvalid: false }]);
    await database.dataSource.query('DELETE FROM numbers');
    const ran = await Promise.all([run(), run(), run()]);
    expect(ran.flat()).toEqual(['IndexNumbers1796600000000']);
    expect(await isValid()).toEqual([{ indisvalid: true }]);
  });

  it('keeps a valid one that a crashed process had not recorded', async () => {
    await database.dataSource.query('DELETE FROM migrations');
    expect(await run()).toEqual(['IndexNumbers1796600000000']);
  });
});
