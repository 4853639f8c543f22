import { migrate } from '@site/platform/data/database';
import { Person } from './people/person.entity.js';
import { startAuth, type TestAuth } from './testing/auth.js';

describe('the auth schema', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());

  it('has exactly the tables and columns that the entities describe', async () => {
    const { upQueries } = await auth.database.dataSource.driver.createSchemaBuilder().log();
    // Indexes, checks and foreign keys are only in the migrations.
    const differences = upQueries
      .map(({ query }) => query)
      .filter((query) => !/^DROP INDEX|DROP CONSTRAINT/.test(query));
    expect(differences).toEqual([]);
  });

  it('is unchanged by a second run of the migrations, even by two concurrent ones', async () => {
    const { settings } = auth.database;
    await expect(Promise.all([migrate(settings), migrate(settings)])).resolves.toEqual([[], []]);
  });

  it('allows an address once in any case, and again when its person is deleted', async () => {
    const { id } = await auth.addUser({ email: 'Jo@Example.com' });
    await expect(auth.addUser({ email: 'jo@example.COM' })).rejects.toMatchObject({ code: '23505' });
    await auth.database.dataSource.getRepository(Person).softDelete(id);
    await expect(auth.addUser({ email: 'jo@example.com' })).resolves.toMatchObject({ email: 'jo@example.com' });
  });

  it.each([
    ['a role that does not exist', { role: 'owner' as never }],
    ['a password that is not hashed with argon2id', { passwordHash: 'secret' }],
    ['an empty name', { name: '' }],
  ])('refuses %s', async (_what, row) => {
    await expect(auth.addUser(row)).rejects.toMatchObject({ code: '23514' });
  });
});
