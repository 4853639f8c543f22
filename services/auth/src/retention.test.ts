import { startAuth, type TestAuth } from './testing/auth.js';
import { sweepBy } from './retention.js';

describe('the retention sweep', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());

  it('deletes attempts after a day and sessions 30 days after their end, not before', async () => {
    const { dataSource } = auth.database;
    const sweep = sweepBy(() => auth.clock.now);
    const left = async () => {
      await sweep(dataSource);
      const [row] = await dataSource.query<{ attempts: number; sessions: number }[]>(
        'SELECT (SELECT count(*)::int FROM sign_in_attempts) AS attempts, (SELECT count(*)::int FROM sessions) AS sessions',
      );
      return row;
    };
    await auth.signIn({ email: (await auth.addUser()).email });
    auth.clock.advance(24 * 3_600);
    await expect(left()).resolves.toEqual({ attempts: 1, sessions: 1 });
    auth.clock.advance(1);
    await expect(left()).resolves.toEqual({ attempts: 0, sessions: 1 });
    auth.clock.advance((30 - 1) * 24 * 3_600 + 12 * 3_600 - 1);
    await expect(left()).resolves.toEqual({ attempts: 0, sessions: 1 });
    auth.clock.advance(1);
    await expect(left()).resolves.toEqual({ attempts: 0, sessions: 0 });
  });

  it('deletes requests for codes after a day, and deleted users when the trash purges them', async () => {
    const { dataSource } = auth.database;
    const sweep = sweepBy(() => auth.clock.now);
    const cached = await auth.addUser();
    const deleted = await auth.addUser();
    const purged = await auth.addUser();
    await dataSource.query("UPDATE people SET deleted_at = now() - interval '29 days' WHERE id = $1", [deleted.id]);
    await auth.service.call('auth.v1.PasswordsService', 'requestReset', { email: purged.email });
    await dataSource.query("UPDATE people SET deleted_at = now() - interval '31 days' WHERE id = $1", [purged.id]);
    await auth.service.call('auth.v1.PasswordsService', 'requestReset', { email: cached.email });
    const left = async () => {
      await sweep(dataSource);
      const people = await dataSource.query<{ id: string }[]>('SELECT id FROM people WHERE id = ANY($1) ORDER BY id', [
        [cached.id, deleted.id, purged.id],
      ]);
      const resets = await dataSource.query<{ person_id: string }[]>('SELECT person_id FROM password_resets');
      return { people: people.map(({ id }) => id), resets: resets.map((row) => row.person_id) };
    };
    await expect(left()).resolves.toEqual({ people: [cached.id, deleted.id], resets: [cached.id] });
    auth.clock.advance(24 * 3_600 + 1);
    await expect(left()).resolves.toEqual({ people: [cached.id, deleted.id], resets: [] });
  });
});
