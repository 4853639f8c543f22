import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { until } from '../../testing/until.js';
import { addToOutbox, OutboxEntry } from '../jobs/outbox.js';
import { createSharedTables } from './shared-tables.js';

class Tables1700000000000 {
  name = 'Tables1700000000000';
  up(runner: QueryRunner) {
    return createSharedTables(runner);
  }
}

describe('the notice that wakes the relay', () => {
  let database: TestDatabase;
  let listener: Client;
  /** Outbox rows at each notice. */
  let seen: number[];

  beforeAll(async () => {
    database = await testDatabase({ schema: 'sample', entities: [OutboxEntry], migrations: [Tables1700000000000] });
    listener = new Client({ connectionString: database.settings.url });
    await listener.connect();
    await listener.query('LISTEN sample_outbox');
    listener.on('notification', () => {
      void database.dataSource
        .getRepository(OutboxEntry)
        .count()
        .then((count) => seen.push(count));
    });
  });

  beforeEach(async () => {
    await database.dataSource.query('TRUNCATE outbox');
    seen = [];
  });

  afterAll(async () => {
    await listener.end();
    await database.drop();
  });

  const entry = { queue: 'moderation', name: 'process-picture', payload: {} } as const;

  it('is sent after the commit, once for all rows of the transaction', async () => {
    await database.dataSource.transaction(async (manager) => {
      for (let number = 0; number < 3; number += 1) await addToOutbox(manager, entry);
    });
    await until('the notice', () => seen.length > 0);
    expect(seen).toEqual([3]);
  });

  it('is not sent for rolled-back rows', async () => {
    const failing = database.dataSource.transaction(async (manager) => {
      await addToOutbox(manager, entry);
      throw new Error('not today');
    });
    await expect(failing).rejects.toThrow('not today');
    await database.dataSource.transaction((manager) => addToOutbox(manager, entry));
    await until('the notice of the other', () => seen.length > 0);
    expect(seen).toEqual([1]);
  });

  it('is sent for rows written without a transaction', async () => {
    await addToOutbox(database.dataSource.manager, entry);
    await until('the notice', () => seen.length > 0);
    expect(seen).toEqual([1]);
  });

  // The last test, because its last notice may come after it.
  it('is sent after the last of many writes, but not for each of them', async () => {
    for (let number = 0; number < 50; number += 1) await addToOutbox(database.dataSource.manager, entry);
    await until('the notice of the last', () => seen.at(-1) === 50);
    expect(seen.length).toBeLessThan(50);
  });
});
