import { migrate } from '@site/platform/data/database';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { authDatabase } from '../database.js';
import { CanonicalAddresses1796500000000 } from '../migrations/1796500000000-canonical-addresses.js';
import { sweepBy } from '../retention.js';
import { startAuth } from '../testing/auth.js';
import type { Person } from '../people/person.entity.js';

const before = authDatabase.migrations.filter((one) => one !== CanonicalAddresses1796500000000);

describe('accounts from before canonical addresses', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase({ ...authDatabase, migrations: before });
  });
  afterEach(() => database.drop());

  /** The first account is the oldest. */
  async function addAccounts(accounts: [role: string, email: string][]) {
    for (const [index, [role, email]] of accounts.entries())
      await database.dataSource.query(
        `INSERT INTO people (id, name, email, role, password_hash, created_at)
         VALUES (gen_random_uuid(), $1, $2, $3, '$argon2id$', now() - $4 * interval '1 day')`,
        [`Number ${index}`, email, role, accounts.length - index],
      );
  }
  const rows = () =>
    database.dataSource.query<{ name: string; email: string; live: boolean }[]>(
      'SELECT name, email, deleted_at IS NULL AS live FROM people ORDER BY name',
    );
  const migrated = () => migrate({ ...database.settings, migrations: authDatabase.migrations });

  it('keep one account per address: the one with the fewest rights, and the oldest of equals', async () => {
    await addAccounts([
      ['admin', 'boss@example.com'],
      ['admin', 'Ada@m\u00fcnchen.example'],
      ['moderator', 'ada@xn--mnchen-3ya.example'],
      ['editor', 'n\u200bora@example.com'],
      ['editor', 'nora@example.com'],
      ['moderator', 'Solo@Example.com'],
      ['moderator', 'old@my_host.example'],
    ]);
    await migrated();
    expect(await rows()).toEqual([
      { name: 'Number 0', email: 'boss@example.com', live: true },
      { name: 'Number 1', email: 'ada@xn--mnchen-3ya.example', live: false },
      { name: 'Number 2', email: 'ada@xn--mnchen-3ya.example', live: true },
      { name: 'Number 3', email: 'nora@example.com', live: true },
      { name: 'Number 4', email: 'nora@example.com', live: false },
      { name: 'Number 5', email: 'solo@example.com', live: true },
      { name: 'Number 6', email: 'old@my_host.example', live: true },
    ]);
    const log = await database.dataSource.query(
      `SELECT action, subject_label FROM audit WHERE principal_name = 'Upgrade' ORDER BY subject_label`,
    );
    expect(log).toEqual([
      { action: 'moderator.delete', subject_label: 'Number 1' },
      { action: 'moderator.delete', subject_label: 'Number 4' },
    ]);
    const once = await rows();
    await sweepBy(() => new Date())(database.dataSource);
    expect(await rows()).toEqual(once);
  });

  it('keep the last admin', async () => {
    await addAccounts([
      ['moderator', 'Ada@m\u00fcnchen.example'],
      ['admin', 'ada@xn--mnchen-3ya.example'],
      ['admin', 'ada@xn--mnchen\u2060-3ya.example'],
    ]);
    await migrated();
    expect((await rows()).map(({ name, live }) => live && name)).toEqual([false, 'Number 1', false]);
  });
});

describe('an account', () => {
  let auth: Awaited<ReturnType<typeof startAuth>>;
  let user: Person;
  beforeAll(async () => {
    auth = await startAuth();
    user = await auth.addUser({ email: 'nora.smith@xn--mnchen-3ya.example' });
  });
  afterAll(() => auth.close());
  const spellings = [
    'Nora.Smith@MÜNCHEN.example',
    '\u2067nora.smith@münchen.example\u2069',
    'nora\u00ad.smi\u2064th@xn--mnchen-3ya.example\u3164',
    'ｎｏｒａ．ｓｍｉｔｈ＠münchen。example',
    '<nora.smith@xn--mnchen-3ya.example>',
  ];

  it.each(spellings)('can be signed in to as %j', async (email) => {
    const { principal } = await auth.signIn({ email });
    expect(principal).toMatchObject({ id: user.id, email: user.email });
  });

  it('shares one limit on emailed codes and on wrong passwords for all spellings of its address', async () => {
    for (const email of spellings)
      await auth.service.call('auth.v1.PasswordsService', 'requestReset', { email, clientAddress: '198.51.100.9' });
    const resets = await auth.database.dataSource.query(
      'SELECT person_id AS id FROM password_resets WHERE person_id IS NOT NULL',
    );
    expect(resets).toEqual([{ id: user.id }]);
    for (const email of spellings)
      await auth.signIn({ email, password: 'wrong password', clientAddress: '203.0.113.1' }).catch(() => undefined);
    await expect(auth.signIn({ email: user.email, clientAddress: '203.0.113.1' })).rejects.toMatchObject({
      details: expect.stringContaining('Too many sign-in attempts') as string,
    });
  });
});
