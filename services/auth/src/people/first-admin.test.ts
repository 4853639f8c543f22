import type { TestDatabase } from '@site/platform/testing/database';
import { emptyDatabase, startAuth, type TestAuth } from '../testing/auth.js';
import { Person } from './person.entity.js';

describe('the first admin', () => {
  let database: TestDatabase;
  const started: TestAuth[] = [];
  const start = async (email?: string, password?: string) => {
    const auth = await startAuth({ database, firstAdmin: { email, password } });
    started.push(auth);
    return auth;
  };
  const people = () => database.dataSource.getRepository(Person);

  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(async () => {
    for (const auth of started.splice(0)) await auth.close();
    await database.drop();
  });

  it('is created once when two replicas start together, even with different settings', async () => {
    await Promise.all([start('one@example.com', 'first password'), start('two@example.com', 'first password')]);
    await expect(people().find()).resolves.toEqual([expect.objectContaining({ role: 'admin', name: 'Administrator' })]);
  });

  it('can sign in', async () => {
    const auth = await start('Boss@example.com', 'first password');
    const { principal } = await auth.signIn({ email: 'boss@EXAMPLE.com', password: 'first password' });
    expect(principal).toMatchObject({ email: 'boss@example.com', role: 'admin' });
  });

  it('is unchanged by a later start with other values', async () => {
    const auth = await start('boss@example.com', 'first password');
    await start('other@example.com', 'second password');
    await start('boss@example.com', 'third password');
    await expect(people().count()).resolves.toBe(1);
    await expect(auth.signIn({ email: 'boss@example.com', password: 'first password' })).resolves.toBeTruthy();
  });

  it('is not created without an address and a password; the service starts anyway', async () => {
    const auth = await start('boss@example.com');
    await expect(people().count()).resolves.toBe(0);
    await expect(auth.call('listSigningKeys', {})).resolves.toBeTruthy();
  });

  it('never takes over the address of a moderator', async () => {
    const auth = await start();
    const { id } = await auth.addUser({ email: 'mod@example.com', role: 'moderator' });
    await start('MOD@example.com', 'first password');
    await expect(people().find()).resolves.toEqual([expect.objectContaining({ id, role: 'moderator' })]);
  });

  it('is created again when every admin was deleted', async () => {
    await start('boss@example.com', 'first password');
    await people().softDelete({ email: 'boss@example.com' });
    const auth = await start('boss@example.com', 'another password');
    await expect(auth.signIn({ email: 'boss@example.com', password: 'another password' })).resolves.toBeTruthy();
  });
});
