import { Client } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { newId } from '../base/ids.js';
import { audit, AuditEntry, clearAuditLabels, stranger } from './audit.js';
import { checkAudit, auditHead, type Query, type AuditAnchor } from './audit-chain.js';
import { createSharedTables } from './shared-tables.js';

/**
 * The service's role in an installation: reads and writes every row of its schema. Copied databases refer to it, so it
 * stays.
 */
const role = 'service_of_audit_test';

/** An installation with a long log, whose rights were granted generously. */
class Installation1700000000000 {
  name = 'Installation1700000000000';
  async up(runner: QueryRunner) {
    await createSharedTables(runner);
    await runner.query('CREATE TABLE posts (id uuid PRIMARY KEY)');
    await runner.query(
      `DO $$ BEGIN CREATE ROLE ${role} LOGIN PASSWORD 'test'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    );
    await runner.query(`GRANT USAGE ON SCHEMA sample TO ${role}`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA sample TO ${role}`);
    await runner.query(
      `ALTER DEFAULT PRIVILEGES IN SCHEMA sample GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`,
    );
    // Which sets each entry's time.
    await runner.query('ALTER TABLE audit DISABLE TRIGGER audit_begins');
    await runner.query(
      `INSERT INTO audit (id, principal_id, principal_name, action, subject_id, subject_label, at, client_address, request_id)
       SELECT gen_random_uuid(), gen_random_uuid(), 'Ada', 'post.edit', n::text, 'Post ' || n,
         now() - make_interval(days => n), '192.0.2.1', 'request'
       FROM generate_series(1, 2500) AS n`,
    );
    // The chain's trigger is deferred to the commit.
    await runner.query('SET CONSTRAINTS audit_appends IMMEDIATE');
    await runner.query('ALTER TABLE audit ENABLE TRIGGER audit_begins');
  }
}

let database: TestDatabase;
/** With only the service's rights. */
let service: Client;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'sample',
    entities: [AuditEntry],
    migrations: [Installation1700000000000],
  });
  const url = new URL(database.settings.url);
  url.username = role;
  url.password = 'test';
  service = new Client({ connectionString: url.href, options: '-c search_path=sample' });
  await service.connect();
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

const fetch: Query = (statement, values) => database.dataSource.query(statement, values);
const check = (anchors?: AuditAnchor[]) => checkAudit(fetch, anchors);
const ada = { id: newId(), name: 'Ada', clientAddress: '198.51.100.7' };
const write = (action: string, subjectId = newId(), label = 'A title') =>
  database.dataSource.transaction((manager) => audit(manager, ada, action, subjectId, label));

/** Tampers with the log with full rights, returns the result of the check, and rolls back. */
async function tamper(statement: string): Promise<string | undefined> {
  const runner = database.dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('SET LOCAL session_replication_role = replica');
    await runner.query(statement);
    return (await checkAudit((target, values) => runner.query(target, values))).fault?.what;
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

it('chains entries of one transaction in their order', async () => {
  expect(await check()).toMatchObject({ entries: 2_500, head: { number: 2_500 } });
  expect((await check()).fault).toBeUndefined();
});

it('remains one chain under concurrent writes, without gaps for rolled-back entries', async () => {
  const { number: before } = await auditHead(fetch);
  const several = async (manager: EntityManager) => {
    await audit(manager, ada, 'post.edit', newId(), 'First');
    await audit(manager, stranger('203.0.113.9'), 'session.refused', '', '', 'wrong password');
  };
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      database.dataSource
        .transaction(async (manager) => {
          await several(manager);
          if (n % 4 === 0) throw new Error('changed my mind');
        })
        .catch(() => undefined),
    ),
  );
  const { entries, head, fault } = await check();
  expect(fault).toBeUndefined();
  expect([entries, head.number]).toEqual([before + 60, before + 60]);
});

it('does not deadlock when two transactions log first and then lock the same rows', async () => {
  await database.dataSource.query('CREATE TABLE things (id integer PRIMARY KEY)');
  await database.dataSource.query('INSERT INTO things VALUES (1)');
  let hasLogged: () => void = () => undefined;
  const logged = new Promise<void>((resolve) => (hasLogged = resolve));
  const first = database.dataSource.transaction(async (manager) => {
    await manager.query('SELECT FROM things WHERE id = 1 FOR UPDATE');
    await logged;
    await audit(manager, ada, 'post.edit', '1');
  });
  const second = database.dataSource.transaction(async (manager) => {
    await audit(manager, ada, 'post.edit', '2');
    hasLogged();
    await manager.query('SELECT FROM things WHERE id = 1 FOR UPDATE');
  });
  await expect(Promise.all([first, second])).resolves.toBeDefined();
  expect((await check()).fault).toBeUndefined();
});

describe('the role of a service', () => {
  it.each([
    "UPDATE audit SET principal_name = 'Eve'",
    "UPDATE audit SET subject_label = '', label_salt = NULL",
    'DELETE FROM audit',
    'TRUNCATE audit',
    "UPDATE audit_head SET hash = ''",
    "INSERT INTO audit_head (id, number, hash) VALUES (1, 0, '') ON CONFLICT DO NOTHING",
    'DELETE FROM audit_head',
    'ALTER TABLE audit DISABLE TRIGGER ALL',
    'SELECT audit_link(gen_random_uuid())',
    'CREATE OR REPLACE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  ])('may not: %s', async (statement) => {
    await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it("may write and read, but not choose an entry's position or time", async () => {
    const id = newId();
    await service.query(
      `INSERT INTO audit (id, principal_id, principal_name, action, subject_id, at, client_address, request_id, number, hash,
         address_salt, address_digest)
       VALUES ($1, $1, 'Eve', 'post.edit', '', '2001-01-01', '', '', 1, 'x', $1, 'y')`,
      [id],
    );
    const { rows } = await service.query<{ old: boolean; number: number }>(
      `SELECT at < '2020-01-01' AS old, number FROM audit WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ old: false, number: (await auditHead(fetch)).number }]);
    expect((await check()).fault).toBeUndefined();
  });

  it('loses rights that were granted in the meantime', async () => {
    await database.dataSource.query(`GRANT UPDATE, DELETE ON audit TO ${role}`);
    const { migrate } = await import('./database.js');
    await migrate(database.settings);
    await expect(service.query('DELETE FROM audit')).rejects.toThrow('permission denied');
  });
});

it.each([
  "UPDATE audit SET action = 'post.delete' WHERE number = 3",
  'DELETE FROM audit WHERE number = 3',
  'TRUNCATE audit',
])('refuses even its owner: %s', async (statement) => {
  await expect(database.dataSource.query(statement)).rejects.toThrow('the audit log only grows');
});

describe('the check', () => {
  it.each([
    ["UPDATE audit SET principal_name = 'Eve' WHERE number = 7", 'it was changed'],
    ["UPDATE audit SET at = at - interval '1 microsecond' WHERE number = 7", 'it was changed'],
    ["UPDATE audit SET client_address = '192.0.2.99' WHERE number = 7", 'its address was changed'],
    ["UPDATE audit SET subject_label = 'Another' WHERE number = 7", 'its label was changed'],
    ['DELETE FROM audit WHERE number = 7', 'entry 7 is missing before it'],
    ['DELETE FROM audit WHERE number > 2400', /^entries up to \d+ existed and are missing$/],
    ["UPDATE audit_head SET hash = repeat('a', 64)", 'the head of the chain is not the last entry'],
    ['UPDATE audit SET number = NULL WHERE number = (SELECT max(number) FROM audit)', /missing$/],
  ])('finds: %s', async (statement, what) => {
    expect(await tamper(statement)).toEqual(typeof what === 'string' ? what : expect.stringMatching(what));
  });

  it('detects truncation including its traces if the head was recorded before', async () => {
    const anchor = await auditHead(fetch);
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SET LOCAL session_replication_role = replica');
    await runner.query('DELETE FROM audit WHERE number > 2400');
    await runner.query('UPDATE audit_head SET (number, hash) = (SELECT number, hash FROM audit WHERE number = 2400)');
    const target: Query = (statement, values) => runner.query(statement, values);
    expect((await checkAudit(target)).fault).toBeUndefined();
    expect((await checkAudit(target, [anchor])).fault?.what).toBe('an anchor names it, but it is missing');
    await runner.rollbackTransaction();
    await runner.release();
    expect((await check([anchor])).fault).toBeUndefined();
  });
});

describe('the label of a subject', () => {
  const labelOf = async (subject: string) =>
    (await fetch<{ label: string }>('SELECT subject_label AS label FROM audit WHERE subject_id = $1', [subject]))[0]
      ?.label;
  const clear = (...subjects: string[]) => service.query('SELECT audit_forget_labels($1)', [subjects]);

  it('stays while any table has its row, for every role', async () => {
    const there = newId();
    const removed = newId();
    await database.dataSource.query('INSERT INTO posts (id) VALUES ($1)', [there]);
    for (const subject of [there, removed]) await write('post.edit', subject, 'Tornado guide');
    await expect(clear(removed, there)).rejects.toThrow('is still in posts');
    expect([await labelOf(there), await labelOf(removed)]).toEqual(['Tornado guide', 'Tornado guide']);
    await clear(there.toUpperCase());
    expect(await labelOf(there)).toBe('Tornado guide');
    await database.dataSource.transaction(async (manager) => {
      await manager.query('DELETE FROM posts WHERE id = $1', [there]);
      await clearAuditLabels(manager, [there]);
    });
    expect([await labelOf(there), await labelOf(removed)]).toEqual(['', 'Tornado guide']);
  });

  it('stays forever if the subject is not a row', async () => {
    await write('sending.hold', 'sending', 'All of it');
    await clear('sending');
    expect(await labelOf('sending')).toBe('All of it');
  });
});

it('clears addresses after 90 days and labels on request, and the chain remains valid', async () => {
  const subject = newId();
  await write('snapshot.approve', subject, 'Nora Example');
  const [{ old }] = (await fetch<{ old: number }>(
    `SELECT count(*)::int AS old FROM audit WHERE at < now() - interval '90 days' AND client_address <> ''`,
  )) as [{ old: number }];
  expect(old).toBeGreaterThan(2_000);
  // The service may do this, and nothing else.
  const forgotten: number[] = [];
  do {
    const { rows } = await service.query<{ rows: number }>('SELECT audit_expire_addresses() AS rows');
    forgotten.push(rows[0]?.rows ?? 0);
  } while (forgotten.at(-1) === 500);
  expect(forgotten.reduce((sum, rows) => sum + rows)).toBe(old);
  await database.dataSource.transaction((manager) => clearAuditLabels(manager, [subject]));
  const [left] = await fetch<object>(
    `SELECT count(*) FILTER (WHERE client_address <> '' OR address_salt IS NOT NULL)::int AS addresses,
       count(*) FILTER (WHERE subject_id = $1 AND (subject_label <> '' OR label_salt IS NOT NULL))::int AS labels
     FROM audit WHERE at < now() - interval '90 days' OR subject_id = $1`,
    [subject],
  );
  expect(left).toEqual({ addresses: 1, labels: 0 });
  expect((await check()).fault).toBeUndefined();
});
